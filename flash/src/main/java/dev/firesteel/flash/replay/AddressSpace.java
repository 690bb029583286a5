// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** Decides which pages of the drive are a file's. */
interface AddressSpace {
    /**
     * Finds the pages of a part of a file, and gives it those that it has not got.
     *
     * @throws DriveFullException if there are not so many; the file has none of them then
     */
    void write(Extents file, long filePage, long pages, Runs runs) throws DriveFullException;

    /** Finds the pages that a part of a file has; it keeps them. */
    void find(Extents file, long filePage, long pages, Runs runs);

    /** Takes all its pages from a file. */
    void release(Extents file, Runs runs);

    /** Pages that are somebody's. */
    int usedPages();
}
