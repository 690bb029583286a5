// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a device says of the journal on it.
 *
 * @param journalId unique to this journal
 * @param formatVersion the version of the format
 * @param owner whose it is, or null while it has never been opened
 * @param created when it was formatted
 * @param openings how often it has been opened
 * @param blockBytes the size of a block
 * @param segmentBytes the size of a segment
 * @param slots how many segments there is room for
 * @param deviceBytes the bytes that the journal occupies
 * @param positionBase the logical offset of the first entry of a segment
 * @param positionOverhead how many logical offsets an entry occupies beyond its bytes
 * @param maxEntryBytes the largest entry that fits
 * @param intactSuperblocks how many of the {@link #SUPERBLOCK_COPIES} copies are intact
 * @param damagedSlots slots whose bookkeeping is unreadable
 * @param segments segments that have not been released
 */
public record JournalInfo(
        UUID journalId,
        int formatVersion,
        @Nullable Owner owner,
        Instant created,
        long openings,
        int blockBytes,
        int segmentBytes,
        int slots,
        long deviceBytes,
        int positionBase,
        int positionOverhead,
        int maxEntryBytes,
        int intactSuperblocks,
        List<Integer> damagedSlots,
        List<SegmentInfo> segments) {
    /** How many copies of the superblock a journal keeps. */
    public static final int SUPERBLOCK_COPIES = Geometry.SUPERBLOCK_COPIES;
}
