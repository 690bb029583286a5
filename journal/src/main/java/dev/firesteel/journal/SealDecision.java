// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * Decides what a sealed record confirms, and where the next one begins. A function of its arguments
 * alone.
 *
 * <pre>
 *   heartbeat due,   end      end      room for
 *   no entries       written  wanted   a heartbeat   confirmation
 *   no               any      any      any           NONE
 *   yes              yes      any      any           NONE
 *   yes              no       yes      any           END
 *   yes              no       no       no            END
 *   yes              no       no       yes           HEARTBEAT
 *
 *   confirmation  room behind the record   segment to be left   full   takes a segment
 *   END           any                      any                  yes    no
 *   other         less than an entry       any                  yes    yes
 *   other         less than wanted         any                  no     yes
 *   other         at least as wanted       yes                  no     yes
 *   other         at least as wanted       no                   no     no
 * </pre>
 *
 * <p>Nothing can follow an end record. Without a prepared segment, the next record begins behind
 * this one if the segment is not full: the largest waiting entry may not fit, but smaller ones do.
 *
 * @param isFull whether no entry fits behind the record in its segment
 * @param takesSegment whether the next record begins in another segment, if one is prepared
 */
record SealDecision(boolean isFull, boolean takesSegment) {
    /** The way in which a sealed record confirms those before it as durable. */
    enum Confirmation {
        /** Not by this record: it has entries, or is not written. */
        NONE,
        /** By a record without entries. */
        HEARTBEAT,
        /** By the segment's end record, in place of a heartbeat. */
        END;

        /**
         * Returns the confirmation.
         *
         * @param isDue whether a heartbeat is due, and the record has no entries
         * @param isEnded whether the segment's end record was sealed before
         * @param isEndWanted whether the end record is due, whatever room is left
         * @param hasRoom whether the segment has room for a heartbeat and an end record
         */
        static Confirmation of(
                boolean isDue, boolean isEnded, boolean isEndWanted, boolean hasRoom) {
            if (!isDue || isEnded) return NONE;
            return hasRoom && !isEndWanted ? HEARTBEAT : END;
        }
    }

    /**
     * Returns the decision.
     *
     * @param roomBytes the largest body of a record behind this one in its segment
     * @param wantedBytes the largest entry that waits; 0 for none
     * @param isToBeLeft whether the segment is to be left as soon as possible
     */
    static SealDecision of(
            Confirmation confirmation, int roomBytes, int wantedBytes, boolean isToBeLeft) {
        if (confirmation == Confirmation.END) return new SealDecision(true, false);
        int body = roomBytes - RecordHeader.ENTRY_PREFIX_BYTES;
        boolean isFull = body < 1;
        return new SealDecision(isFull, isFull || body < wantedBytes || isToBeLeft);
    }
}
