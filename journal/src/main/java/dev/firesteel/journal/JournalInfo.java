// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Describes the journal on a device.
 *
 * @param journalId unique to this journal
 * @param formatVersion the version of the format
 * @param owner its owner, or null if it has never been opened
 * @param created the time of formatting
 * @param openings the number of times it has been opened
 * @param blockBytes the size of a block
 * @param segmentBytes the size of a segment
 * @param slots the number of segments that fit
 * @param deviceBytes the bytes that the journal occupies
 * @param positionBase the logical offset of the first entry of a segment
 * @param positionOverhead the number of logical offsets that an entry occupies beyond its bytes
 * @param maxEntryBytes the largest entry that fits
 * @param intactSuperblocks the number of intact copies, of {@link #SUPERBLOCK_COPIES}
 * @param damagedSlots slots whose metadata is damaged
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
    /** The number of superblock copies of a journal. */
    public static final int SUPERBLOCK_COPIES = Geometry.SUPERBLOCK_COPIES;

    /** Returns whether no segment is unreleased, and no slot's metadata is damaged. */
    public boolean isClean() {
        return segments.isEmpty() && damagedSlots.isEmpty();
    }
}
