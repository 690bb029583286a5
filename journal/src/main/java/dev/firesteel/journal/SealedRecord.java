// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * A sealed record, to be written by the committer that sealed it.
 *
 * @param state the record's state when it was sealed
 * @param sequence its sequence number; {@link #NOTHING} if it is not written
 * @param endSequence that of the segment's end record behind it; {@link #NOTHING} if there is none
 * @param isHeartbeat whether it has no entries, and confirms the records before it
 * @param leaves whether the next record is in another segment
 */
record SealedRecord(
        OpenRecord record,
        long state,
        long sequence,
        long endSequence,
        boolean isHeartbeat,
        boolean leaves) {
    /** No sequence number. */
    static final int NOTHING = 0;

    /** Returns whether nothing is to be written. */
    boolean isEmpty() {
        return sequence == NOTHING && endSequence == NOTHING;
    }
}
