// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalInfo;
import java.util.Optional;

/** Computes the format of a journal that Cassandra requires; the agent checks it, too. */
public final class JournalLayout {
    /** The offset of the first mutation in a segment file of the stock commit log. */
    static final int POSITION_BASE = 28;

    /** The bytes that a stock commit log adds to a mutation: its length and two checksums. */
    static final int POSITION_OVERHEAD = 12;

    /** The segment size of Cassandra's own commit log. */
    public static final long USUAL_SEGMENT_BYTES = 32L << 20;

    private static final long LEAST_SEGMENT_BYTES = 1L << 20;
    private static final long MOST_SEGMENT_BYTES = 512L << 20;
    private static final long MARGIN_BYTES = 1L << 20; // the superblocks

    /** Segments that hold a mutation of Cassandra's default {@code max_mutation_size}, 16 MiB. */
    private static final long DEFAULT_MUTATION_SEGMENT_BYTES = 17L << 20;

    private JournalLayout() {}

    /**
     * Returns the format of a journal for a node.
     *
     * @param bytes the size, or 0 for all of a device
     * @param maxMutationBytes the node's {@code max_mutation_size}
     */
    public static JournalFormat format(long bytes, long maxMutationBytes) throws InstallException {
        return withSegments(bytes, enlarge(leastSegmentBytes(maxMutationBytes), bytes));
    }

    /**
     * Refuses a journal that is too small for a node.
     *
     * @param maxMutationBytes the node's {@code max_mutation_size}
     * @throws InstallException if it is; the message has the minimum
     */
    public static void requireSize(long bytes, long maxMutationBytes) throws InstallException {
        long least = leastBytes(maxMutationBytes);
        if (bytes < least)
            throw new InstallException(
                    "a journal of %dMiB is too small for max_mutation_size: give a --journal-size of at least %dMiB"
                            .formatted(bytes >> 20, least >> 20));
    }

    /**
     * Returns the size of the segments of a journal that is not for a certain node: 32 MiB, and
     * less where there would be fewer than eight.
     *
     * @param bytes the size of the journal, or 0 for all of a device
     */
    public static long segmentBytes(long bytes) {
        return enlarge(LEAST_SEGMENT_BYTES, bytes);
    }

    /**
     * Returns the format of a journal with segments of a size.
     *
     * @param bytes the size of the journal, or 0 for all of a device
     * @param segmentBytes less than 2 GiB
     */
    public static JournalFormat withSegments(long bytes, long segmentBytes) {
        return new JournalFormat(
                bytes, Math.toIntExact(segmentBytes), POSITION_BASE, POSITION_OVERHEAD);
    }

    /**
     * Returns a warning if segments are too small for a node with Cassandra's defaults.
     *
     * @param bytes the size of the journal
     * @param segmentBytes the size of its segments
     */
    public static Optional<String> doubtOnSegments(long bytes, long segmentBytes) {
        if (segmentBytes >= DEFAULT_MUTATION_SEGMENT_BYTES) return Optional.empty();
        long least = leastBytesOf(USUAL_SEGMENT_BYTES);
        String node = "for a node with the default max_mutation_size, 16MiB: that needs a";
        return Optional.of(
                bytes < least
                        ? "It is too small %s --size of %dMiB or more.".formatted(node, least >> 20)
                        : "Its segments are too small %s --segment-size of %dMiB or more."
                                .formatted(node, DEFAULT_MUTATION_SEGMENT_BYTES >> 20));
    }

    private static long enlarge(long least, long bytes) {
        long segment = least;
        while (segment < USUAL_SEGMENT_BYTES && (bytes == 0 || leastBytesOf(2 * segment) <= bytes))
            segment *= 2;
        return segment;
    }

    /**
     * Returns the smallest size of a journal for a node.
     *
     * @param maxMutationBytes the node's {@code max_mutation_size}; 0 for any node
     */
    public static long leastBytes(long maxMutationBytes) throws InstallException {
        return leastBytesOf(leastSegmentBytes(maxMutationBytes));
    }

    /** Returns the smallest size of a journal with segments of a size. */
    public static long leastBytesOf(long segmentBytes) {
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

    /** Returns why a journal does not suit a node, with the sizes; empty if it does. */
    static Optional<String> flaw(JournalInfo journal, long maxMutationBytes) {
        if (journal.positionBase() != POSITION_BASE
                || journal.positionOverhead() != POSITION_OVERHEAD)
            return Optional.of("was not formatted for Cassandra");
        long most = (long) journal.maxEntryBytes() + POSITION_OVERHEAD;
        if (most >= maxMutationBytes) return Optional.empty();
        return Optional.of(
                "holds mutations of at most %dKiB, and max_mutation_size is %dKiB"
                        .formatted(most >> 10, maxMutationBytes >> 10));
    }
}
