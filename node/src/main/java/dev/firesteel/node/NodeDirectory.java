// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.nio.file.Path;

/**
 * Where the files of one node lie.
 *
 * @param root absolute; everything of the node is below it, but for a journal that is elsewhere
 */
public record NodeDirectory(Path root) {
    public NodeDirectory {
        root = root.toAbsolutePath().normalize();
    }

    /** Holds cassandra.yaml, firesteel.yaml and logback.xml. */
    public Path conf() {
        return root.resolve("conf");
    }

    /** Holds the SSTables. */
    public Path data() {
        return root.resolve("data");
    }

    /** Holds the segments of Cassandra's own commit log. */
    public Path commitLog() {
        return root.resolve("commitlog");
    }

    /** Cassandra's log of messages. */
    public Path log() {
        return logs().resolve("system.log");
    }

    /** What the process printed itself: what the JVM has to say, and little else. */
    public Path console() {
        return logs().resolve("console.log");
    }

    Path logs() {
        return root.resolve("logs");
    }

    /** What the process unpacks, such as native libraries. What it leaves is nobody's. */
    Path temporary() {
        return root.resolve("tmp");
    }
}
