// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import java.util.BitSet;

/**
 * Allocates free pages to files. It prefers the pages after the file's last ones, then the first
 * long enough of some free runs. Else it splits the file, beginning with the longest of them.
 *
 * <p>A drive that maps page by page is indifferent to a file's location. It is sensitive to how
 * soon freed pages are reused if they were not trimmed.
 */
public final class FileSystem implements AddressSpace {
    /** The number of free runs examined before a file is split. */
    private static final int LOOKS = 16;

    private final int pages;
    private final int pageBytes;
    private final Allocation allocation;
    private final BitSet used = new BitSet();
    private int usedPages;
    private int cursor;

    /** A lower bound of the free pages. */
    private int lowest;

    /**
     * Creates one without files.
     *
     * @param pages the pages of the drive
     * @param pageBytes their size, for messages
     */
    public FileSystem(int pages, int pageBytes, Allocation allocation) {
        this.pages = pages;
        this.pageBytes = pageBytes;
        this.allocation = allocation;
    }

    @Override
    public int usedPages() {
        return usedPages;
    }

    @Override
    public void write(Extents file, long filePage, long count, Runs runs)
            throws DriveFullException {
        long end = filePage + count;
        requireRoom(file, filePage, end);
        for (long at = filePage; at < end; ) {
            int extent = file.at(at);
            if (extent < 0 || file.end(extent) <= at) {
                give(file, at, (int) (holeEnd(file, extent, end) - at));
                extent = file.at(at);
            }
            int length = (int) (Math.min(end, file.end(extent)) - at);
            runs.run(file.first(extent) + (int) (at - file.filePage(extent)), length);
            at += length;
        }
    }

    private static long holeEnd(Extents file, int extentBefore, long end) {
        int next = extentBefore + 1;
        return next < file.size() ? Math.min(end, file.filePage(next)) : end;
    }

    private void requireRoom(Extents file, long filePage, long end) throws DriveFullException {
        if (end - filePage <= pages - usedPages) return;
        long missing = end - filePage;
        for (int extent = Math.max(0, file.at(filePage)); extent < file.size(); extent++) {
            long from = Math.max(filePage, file.filePage(extent));
            missing -= Math.max(0, Math.min(end, file.end(extent)) - from);
        }
        if (missing > pages - usedPages)
            throw DriveFullException.of(pages, usedPages, missing, pageBytes);
    }

    /** Allocates at least one missing page to a file, and at most {@code wanted}. */
    private void give(Extents file, long filePage, int wanted) {
        int first = behind(file, filePage);
        if (first < 0) first = search(wanted);
        int length = freeFrom(first, wanted);
        used.set(first, first + length);
        usedPages += length;
        cursor = first + length;
        if (first == lowest) lowest = cursor;
        file.add(filePage, first, length);
    }

    /** Returns the page after the file's extent that ends here, if it is free; else -1. */
    private int behind(Extents file, long filePage) {
        int extent = file.at(filePage);
        if (extent < 0 || file.end(extent) != filePage) return -1;
        int next = file.first(extent) + file.length(extent);
        return next < pages && !used.get(next) ? next : -1;
    }

    private int search(int wanted) {
        int at = nextFree(allocation == Allocation.FIRST_FIT ? lowest : cursor);
        if (allocation == Allocation.FIRST_FIT) lowest = at;
        int longest = at;
        int most = 0;
        for (int look = 0; look < LOOKS; look++) {
            int length = freeFrom(at, wanted);
            if (length > most) {
                most = length;
                longest = at;
            }
            if (most == wanted) break;
            at = nextFree(at + length);
        }
        return longest;
    }

    /** Returns the first free page from here on, or from the beginning. There must be one. */
    private int nextFree(int from) {
        int free = used.nextClearBit(from);
        return free < pages ? free : used.nextClearBit(lowest);
    }

    /** Returns the number of free pages from here on, at most {@code wanted}. */
    private int freeFrom(int first, int wanted) {
        int next = used.nextSetBit(first);
        int free = (next < 0 ? pages : next) - first;
        return Math.min(free, wanted);
    }

    @Override
    public void find(Extents file, long filePage, long count, Runs runs) {
        long end = filePage + count;
        for (int extent = Math.max(0, file.at(filePage)); extent < file.size(); extent++) {
            long from = Math.max(filePage, file.filePage(extent));
            long to = Math.min(end, file.end(extent));
            if (from >= to) continue;
            runs.run(file.first(extent) + (int) (from - file.filePage(extent)), (int) (to - from));
        }
    }

    @Override
    public void release(Extents file, Runs runs) {
        truncate(file, 0, runs);
    }

    /** Frees the pages of a file from one on. */
    public void truncate(Extents file, long filePage, Runs runs) {
        find(
                file,
                filePage,
                Long.MAX_VALUE - filePage,
                (first, length) -> {
                    used.clear(first, first + length);
                    usedPages -= length;
                    lowest = Math.min(lowest, first);
                    runs.run(first, length);
                });
        file.truncate(filePage);
    }
}
