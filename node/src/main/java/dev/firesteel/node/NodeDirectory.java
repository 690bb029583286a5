// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.nio.file.Path;

/**
 * The directory of one node's files.
 *
 * @param root absolute; all files of the node are below it, except a journal that is elsewhere
 */
public record NodeDirectory(Path root) {
    public NodeDirectory {
        root = root.toAbsolutePath().normalize();
    }

    /** Returns the folder of cassandra.yaml, firesteel.yaml and logback.xml. */
    public Path conf() {
        return root.resolve("conf");
    }

    /** Returns the folder of the SSTables. */
    public Path data() {
        return root.resolve("data");
    }

    /** Returns the folder of the segments of Cassandra's own commit log. */
    public Path commitLog() {
        return root.resolve("commitlog");
    }

    /** Returns Cassandra's message log. */
    public Path log() {
        return logs().resolve("system.log");
    }

    /** Returns the output of the process: mostly messages of the JVM. */
    public Path console() {
        return logs().resolve("console.log");
    }

    Path logs() {
        return root.resolve("logs");
    }

    /**
     * Returns the folder into which the process unpacks native libraries. Leftovers may be deleted.
     */
    Path temporary() {
        return root.resolve("tmp");
    }
}
