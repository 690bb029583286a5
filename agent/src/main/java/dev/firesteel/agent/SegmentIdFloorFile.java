// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.SegmentFormat;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Keeps a Cassandra without Firesteel above the segment identifiers that this node has used.
 *
 * <p>It is an empty commit log file named after the highest identifier. A stock Cassandra starts at
 * its clock, or above the highest file in its directory. If the clock was ahead and was corrected,
 * new segments would lie where tables have recorded flushes, and a replay would skip them. Only the
 * file prevents this. The next start replays nothing from it, and deletes it.
 *
 * @param commitLogDirectory where stock commit log files are
 * @param version the commit log version that the running Cassandra writes
 */
record SegmentIdFloorFile(Path commitLogDirectory, int version) {
    /** Creates the file. When this returns, it survives a power loss. */
    void place(long identifier) throws IOException {
        DurableFiles.write(path(identifier), SegmentFormat.header(version, identifier));
    }

    Path path(long identifier) {
        return commitLogDirectory.resolve(SegmentFormat.fileName(version, identifier));
    }
}
