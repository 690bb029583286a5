// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * The head of a record of this journal where a slot's bookkeeping should be: a write that went
 * there, and that may have gone on over the segment behind.
 *
 * @param slot whose bookkeeping
 * @param copy which copy of it, 0 or 1
 * @param header the head
 */
record MisplacedHead(int slot, int copy, RecordHeader header) {
    /** The slot whose records the write may have gone over. */
    int slotBehind() {
        return slot + copy;
    }

    /** Whether it may tell anything of a segment: of its own, of its epoch, or of what it hit. */
    boolean mayConcern(Bookkeeping segment) {
        return segment.epoch() == header.epoch()
                || (segment.slot() == slotBehind() && segment.epoch() < header.epoch());
    }
}
