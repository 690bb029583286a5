// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * A segment that holds, or may hold, entries which the owner has not released.
 *
 * @param id its identifier
 * @param slot the index of its slot on the device, from 0
 * @param contentVersion the owner's {@link JournalOptions#contentVersion()} when it was opened
 * @param recovered whether it was found when the journal was opened, rather than written by this
 *     run
 * @param endOffset the logical offset after its last entry (0 until recovery has read it)
 * @param contentBytes the bytes of the entries in it (0 until recovery has read it)
 * @param deviceBytes the bytes that it occupies on the device
 * @param keyFingerprint the {@link JournalKey#fingerprint()} of the key that its entries are
 *     encrypted with, or {@link #NOT_ENCRYPTED}
 */
public record SegmentInfo(
        long id,
        int slot,
        int contentVersion,
        boolean recovered,
        int endOffset,
        long contentBytes,
        long deviceBytes,
        long keyFingerprint) {
    /** The fingerprint of a segment without encryption. */
    public static final long NOT_ENCRYPTED = 0;

    /** Returns whether its entries are encrypted on the device. */
    public boolean isEncrypted() {
        return keyFingerprint != NOT_ENCRYPTED;
    }
}
