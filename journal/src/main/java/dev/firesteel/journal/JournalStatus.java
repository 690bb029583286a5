// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * A snapshot of a journal's state.
 *
 * @param slots the number of segments that fit on the device
 * @param freeSlots the number of free ones among them
 * @param reserveSlots the number of slots kept free for start-up
 * @param segmentBytes the size of a slot in bytes
 * @param growable whether slots are added when all are in use
 * @param failed whether the journal takes no more writes because its device failed, or its file was
 *     deleted
 * @param completedAppends entries durable since the journal was opened
 * @param pendingAppends entries waiting to become durable
 * @param records records written
 * @param writtenBytes bytes written to the device for them, padding and headers included
 * @param entryBytes bytes of the entries in them
 */
public record JournalStatus(
        int slots,
        int freeSlots,
        int reserveSlots,
        int segmentBytes,
        boolean growable,
        boolean failed,
        long completedAppends,
        long pendingAppends,
        long records,
        long writtenBytes,
        long entryBytes) {
    /** Returns this status with {@link #failed} set. */
    public JournalStatus withFailure() {
        return new JournalStatus(
                slots,
                freeSlots,
                reserveSlots,
                segmentBytes,
                growable,
                true,
                completedAppends,
                pendingAppends,
                records,
                writtenBytes,
                entryBytes);
    }
}
