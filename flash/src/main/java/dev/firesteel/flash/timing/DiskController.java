// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.ImpossibleGeometryException;

/**
 * The controller of a disk.
 *
 * @param overhead time for a command that finds the disk idle, in nanoseconds
 * @param queue commands among which the disk chooses the one whose data it reaches first, 1 to
 *     65,536; with 1 it serves them in order of arrival
 * @param longestWait time after which a command goes first, in nanoseconds
 * @param cachePages size of the volatile write cache, in pages of 4 KiB; 0 for none
 * @param aheadPages pages that the disk reads ahead while it is idle after a read
 */
public record DiskController(
        long overhead, int queue, long longestWait, int cachePages, int aheadPages) {
    /**
     * Checks the numbers.
     *
     * @throws ImpossibleGeometryException if one is out of range
     */
    public DiskController {
        Platters.requireUpTo(65_536, queue, "the commands of the queue");
        if (overhead < 0 || longestWait < 0 || cachePages < 0 || aheadPages < 0)
            throw new ImpossibleGeometryException(
                    "overhead, longest wait, cache and read-ahead of a disk must be at least 0");
    }

    /** Returns the same controller with another write cache. */
    public DiskController withCache(int pages) {
        return new DiskController(overhead, queue, longestWait, pages, aheadPages);
    }

    /** Returns the same controller with another queue. */
    public DiskController withQueue(int commands) {
        return new DiskController(overhead, commands, longestWait, cachePages, aheadPages);
    }
}
