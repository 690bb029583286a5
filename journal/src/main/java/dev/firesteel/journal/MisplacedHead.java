// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * A record header of this journal in place of a slot's metadata: a misdirected write, which may
 * have overwritten the following segment as well.
 *
 * @param slot the slot of the metadata
 * @param copy the copy of the metadata, 0 or 1
 * @param header the header found there
 */
record MisplacedHead(int slot, int copy, RecordHeader header) {
    /** Returns the slot whose records the write may have overwritten. */
    int slotBehind() {
        return slot + copy;
    }

    /** Returns whether it may concern a segment: one of its epoch, or one that it overwrote. */
    boolean mayConcern(SlotHeader segment) {
        return segment.epoch() == header.epoch()
                || (segment.slot() == slotBehind() && segment.epoch() < header.epoch());
    }
}
