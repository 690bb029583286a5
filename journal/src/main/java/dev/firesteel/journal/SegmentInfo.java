// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * A segment that holds, or may hold, entries which the owner has not released.
 *
 * @param id its identifier
 * @param slot where it lies: the index of its slot on the device, from 0
 * @param contentVersion the owner's {@link JournalOptions#contentVersion()} when it was opened
 * @param recovered whether it was found when the journal was opened, by this run or never written
 *     by it
 * @param endOffset the logical offset behind its last entry (0 where recovery has not read it yet)
 * @param contentBytes the bytes of the entries in it (0 where recovery has not read it yet)
 * @param deviceBytes the bytes that it occupies on the device
 */
public record SegmentInfo(
        long id,
        int slot,
        int contentVersion,
        boolean recovered,
        int endOffset,
        long contentBytes,
        long deviceBytes) {}
