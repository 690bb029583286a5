// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalStatus;

/**
 * The journal space in use above which the oldest tables are flushed: the smaller of {@code
 * commitlog_total_space} and three quarters of what writes can use.
 *
 * @param totalSpaceBytes the maximum size of Cassandra's commit log
 * @param segments the number of segments when the journal was opened; later growth is ignored
 * @param segmentBytes the size of a segment
 * @param reserveSegments the number of segments that writes cannot use
 */
record SpaceLimit(long totalSpaceBytes, int segments, int segmentBytes, int reserveSegments) {

    static SpaceLimit of(JournalStatus opened, long totalSpaceBytes) {
        return new SpaceLimit(
                totalSpaceBytes, opened.slots(), opened.segmentBytes(), opened.reserveSlots());
    }

    /** Returns the number of segments to free, at least 0. */
    int excessSegments(int usedSegments) {
        return Math.max(0, usedSegments - allowedSegments());
    }

    /** Returns at least 1: one segment is always being written. */
    int allowedSegments() {
        int usable = Math.max(0, segments - reserveSegments);
        long bySpace = totalSpaceBytes / segmentBytes;
        return (int) Math.max(1, Math.min(bySpace, usable * 3L / 4));
    }
}
