// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * The geometry that a device is formatted with. It is written into the superblock and read from
 * there ever after.
 *
 * @param sizeBytes how much of the device to use, in bytes; 0 means all of a block device
 * @param segmentBytes the size of a segment in bytes; an entry can be as large as a segment less a
 *     few blocks
 * @param positionBase the logical offset of the first entry of a segment
 * @param positionOverhead how many logical offsets an entry occupies beyond its bytes
 */
public record JournalFormat(
        long sizeBytes, int segmentBytes, int positionBase, int positionOverhead) {
    /** The fewest segments a journal can have: one in use, one being prepared, the reserve. */
    public static final int MIN_SEGMENTS = 4;
}
