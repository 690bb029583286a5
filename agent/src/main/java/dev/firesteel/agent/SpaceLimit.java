// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalStatus;

/**
 * How much of the journal may be in use before the oldest tables are flushed to free some: the
 * smaller of {@code commitlog_total_space} and three quarters of what writes can use.
 *
 * @param totalSpaceBytes what Cassandra allows its commit log to occupy
 * @param segments how many segments the journal had when it was opened; it may grow, this does not
 * @param segmentBytes the size of each
 * @param reserveSegments how many of them writes cannot use
 */
record SpaceLimit(long totalSpaceBytes, int segments, int segmentBytes, int reserveSegments) {

    static SpaceLimit of(JournalStatus opened, long totalSpaceBytes) {
        return new SpaceLimit(
                totalSpaceBytes, opened.slots(), opened.segmentBytes(), opened.reserveSlots());
    }

    /** How many segments have to be freed while so many are in use, at least 0. */
    int excessSegments(int usedSegments) {
        return Math.max(0, usedSegments - allowedSegments());
    }

    /** At least one: there is always one that is written to. */
    int allowedSegments() {
        int usable = Math.max(0, segments - reserveSegments);
        long bySpace = totalSpaceBytes / segmentBytes;
        return (int) Math.max(1, Math.min(bySpace, usable * 3L / 4));
    }
}
