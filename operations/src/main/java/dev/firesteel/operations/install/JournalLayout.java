// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalInfo;

/** Computes the format of a journal that Cassandra requires; the agent checks it, too. */
final class JournalLayout {
    /** The offset of the first mutation in a segment file of the stock commit log. */
    static final int POSITION_BASE = 28;

    /** The bytes that a stock commit log adds to a mutation: its length and two checksums. */
    static final int POSITION_OVERHEAD = 12;

    private static final long USUAL_SEGMENT_BYTES = 32L << 20;
    private static final long LEAST_SEGMENT_BYTES = 1L << 20;
    private static final long MOST_SEGMENT_BYTES = 512L << 20;
    private static final long MARGIN_BYTES = 1L << 20; // the superblocks

    private JournalLayout() {}

    /**
     * Returns the format of a journal.
     *
     * @param bytes the size, or 0 for all of a device
     */
    static JournalFormat format(long bytes, long maxMutationBytes) throws InstallException {
        long segment = leastSegmentBytes(maxMutationBytes);
        while (segment < USUAL_SEGMENT_BYTES && (bytes == 0 || leastBytesOf(2 * segment) <= bytes))
            segment *= 2;
        return new JournalFormat(bytes, Math.toIntExact(segment), POSITION_BASE, POSITION_OVERHEAD);
    }

    /** Returns the minimum size of a journal for mutations of the size. */
    static long leastBytes(long maxMutationBytes) throws InstallException {
        return leastBytesOf(leastSegmentBytes(maxMutationBytes));
    }

    private static long leastBytesOf(long segmentBytes) {
        return JournalFormat.MIN_SEGMENTS * segmentBytes + MARGIN_BYTES;
    }

    /** Returns at least twice the mutation size, as Cassandra does, which leaves spare blocks. */
    private static long leastSegmentBytes(long maxMutationBytes) throws InstallException {
        long segment = LEAST_SEGMENT_BYTES;
        while (segment < 2 * maxMutationBytes) segment *= 2;
        if (segment > MOST_SEGMENT_BYTES)
            throw new InstallException(
                    "max_mutation_size is %dMiB, and a journal supports at most %dMiB: lower it"
                            .formatted(maxMutationBytes >> 20, MOST_SEGMENT_BYTES >> 21));
        return segment;
    }

    static boolean fits(JournalInfo journal, long maxMutationBytes) {
        return journal.positionBase() == POSITION_BASE
                && journal.positionOverhead() == POSITION_OVERHEAD
                && journal.maxEntryBytes() >= maxMutationBytes - POSITION_OVERHEAD;
    }
}
