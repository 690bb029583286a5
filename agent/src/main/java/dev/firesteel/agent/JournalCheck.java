// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.SegmentInfo;
import dev.firesteel.journal.ShellWord;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks, before a journal is opened, that it fits this Cassandra.
 *
 * @param journal the journal's path
 * @param cassandra Cassandra's limits
 */
record JournalCheck(Path journal, CassandraLimits cassandra) {
    /** The size of a stock commit log file's header and the marker after it. */
    static final int POSITION_BASE = 28;

    /** The bytes that a stock commit log adds to a mutation: its length and two checksums. */
    static final int POSITION_OVERHEAD = 12;

    private static final long MEBIBYTE = 1 << 20;

    /** A journal has at least so many segments, and a bit more for its own blocks. */
    private static final int LEAST_SEGMENTS = 8;

    /** The version of Cassandra 3.0, the oldest that 5.0 reads. */
    private static final int OLDEST_VERSION = 6;

    /** The version that Cassandra 5.0 writes without compatibility for older nodes. */
    private static final int NEWEST_VERSION = 8;

    void check(JournalInfo info, RefusedJournal refused) throws Refusal {
        refused.checkSame(info);
        checkPositions(info);
        checkMaxMutation(info);
        for (SegmentInfo segment : info.segments()) checkVersion(segment.contentVersion());
    }

    private void checkPositions(JournalInfo info) throws Refusal {
        if (info.positionBase() != POSITION_BASE || info.positionOverhead() != POSITION_OVERHEAD)
            throw new Refusal(
                    "the journal "
                            + journal
                            + " was not formatted for Cassandra (its positions begin at "
                            + info.positionBase()
                            + ", not "
                            + POSITION_BASE
                            + "): format one with firesteel journal format");
    }

    private void checkMaxMutation(JournalInfo info) throws Refusal {
        int needed = cassandra.maxMutationBytes() - POSITION_OVERHEAD;
        if (info.maxEntryBytes() < needed)
            throw new Refusal(
                    "a segment of the journal "
                            + journal
                            + " holds mutations of at most "
                            + kibibytes(info.maxEntryBytes() + POSITION_OVERHEAD)
                            + ", and max_mutation_size is "
                            + kibibytes(cassandra.maxMutationBytes())
                            + ": lower max_mutation_size in cassandra.yaml, or make larger segments: "
                            + enlargement(info, needed));
    }

    /** Returns the steps to a journal with larger segments. */
    private String enlargement(JournalInfo info, int needed) {
        int header = info.segmentBytes() - info.maxEntryBytes();
        long segment = info.segmentBytes();
        while (segment - header < needed) segment *= 2;
        long size = Math.max(info.deviceBytes(), MEBIBYTE + LEAST_SEGMENTS * segment);
        String drain =
                info.segments().isEmpty()
                        ? ""
                        : "start with max_mutation_size: %s and drain the node, "
                                .formatted(kibibytes(info.maxEntryBytes() + POSITION_OVERHEAD));
        return (drain
                        + "%s %s, and run firesteel journal format --size %dMiB --segment-size %dMiB %s")
                .formatted(
                        Files.isRegularFile(journal) ? "delete" : "clear (blkdiscard --zeroout)",
                        journal,
                        (size + MEBIBYTE - 1) / MEBIBYTE,
                        segment / MEBIBYTE,
                        ShellWord.of(journal));
    }

    private static String kibibytes(int bytes) {
        return (bytes >> 10) + "KiB";
    }

    private void checkVersion(int version) throws Refusal {
        if (version < OLDEST_VERSION || version > NEWEST_VERSION)
            throw new Refusal(
                    "the journal "
                            + journal
                            + " holds writes of commit log version "
                            + version
                            + ", and this Cassandra reads "
                            + OLDEST_VERSION
                            + " to "
                            + NEWEST_VERSION
                            + ": start the Cassandra that wrote them, and drain it");
    }
}
