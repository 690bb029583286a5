// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * How far a segment has been read while it is written.
 *
 * @param block the block of the segment at which to go on
 * @param sequence the sequence of the record that begins there; 0 before the first was read
 * @param isAtEnd whether the segment was read to its end, and will not grow
 */
public record ReadMark(int block, long sequence, boolean isAtEnd) {
    /** Before the first record of any segment. */
    public static final ReadMark BEGINNING = new ReadMark(Geometry.FIRST_BLOCK, 0, false);
}
