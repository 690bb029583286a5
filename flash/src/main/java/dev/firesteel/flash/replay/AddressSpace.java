// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/** Maps files to pages of the drive. */
interface AddressSpace {
    /**
     * Finds the pages of a part of a file, and allocates the missing ones.
     *
     * @throws DriveFullException if there are too few; none is allocated then
     */
    void write(Extents file, long filePage, long pages, Runs runs) throws DriveFullException;

    /** Finds the allocated pages of a part of a file; it keeps them. */
    void find(Extents file, long filePage, long pages, Runs runs);

    /** Frees all pages of a file. */
    void release(Extents file, Runs runs);

    /** Returns the number of pages in use. */
    int usedPages();
}
