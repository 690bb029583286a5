// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentFormat;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Keeps a Cassandra without Firesteel above the segment identifiers that this node has used.
 *
 * <p>It is an empty commit log file under the highest of them. A stock Cassandra begins with its
 * clock, or above the highest file in its directory: if the clock was ahead and was put right, only
 * the file keeps its segments from lying where tables remember that all is flushed, and from being
 * skipped by a replay. Whoever starts next replays nothing of it, and deletes it.
 *
 * @param commitLogDirectory where stock commit log files are
 * @param version of the commit log that the running Cassandra writes
 */
record FloorFile(Path commitLogDirectory, int version) {
    /** Puts the file there, and returns when it would survive the loss of power. */
    void place(long identifier) throws IOException {
        DurableFiles.write(path(identifier), SegmentFormat.header(version, identifier));
    }

    Path path(long identifier) {
        return commitLogDirectory.resolve(SegmentFormat.fileName(version, identifier));
    }
}
