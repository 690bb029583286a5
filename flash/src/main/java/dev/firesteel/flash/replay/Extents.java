// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import java.util.Arrays;

/** A file's pages on the drive, in file order. There may be holes. */
public final class Extents {
    private static final int FEW = 4;

    private long[] filePages = new long[FEW];
    private int[] firsts = new int[FEW];
    private int[] lengths = new int[FEW];
    private int size;

    int size() {
        return size;
    }

    int first(int extent) {
        return firsts[extent];
    }

    int length(int extent) {
        return lengths[extent];
    }

    /** Returns the page of the file at which an extent begins. */
    long filePage(int extent) {
        return filePages[extent];
    }

    /** Returns the page of the file after an extent. */
    long end(int extent) {
        return filePages[extent] + lengths[extent];
    }

    /** Returns the last extent that begins at or before a page of the file; -1 if there is none. */
    int at(long filePage) {
        int last = size - 1;
        if (last < 0 || filePages[last] <= filePage) return last;
        int found = Arrays.binarySearch(filePages, 0, size, filePage);
        return found >= 0 ? found : -found - 2;
    }

    /** Adds pages that the file did not have. */
    void add(long filePage, int first, int length) {
        int before = at(filePage);
        if (before >= 0 && end(before) == filePage && firsts[before] + lengths[before] == first) {
            lengths[before] += length;
            return;
        }
        if (size == firsts.length) grow();
        int extent = before + 1;
        System.arraycopy(filePages, extent, filePages, extent + 1, size - extent);
        System.arraycopy(firsts, extent, firsts, extent + 1, size - extent);
        System.arraycopy(lengths, extent, lengths, extent + 1, size - extent);
        filePages[extent] = filePage;
        firsts[extent] = first;
        lengths[extent] = length;
        size++;
    }

    private void grow() {
        filePages = Arrays.copyOf(filePages, 2 * size);
        firsts = Arrays.copyOf(firsts, 2 * size);
        lengths = Arrays.copyOf(lengths, 2 * size);
    }

    /** Removes the pages of the file from one on. */
    void truncate(long filePage) {
        int last = at(filePage);
        if (last >= 0 && filePages[last] < filePage) {
            lengths[last] = (int) Math.min(lengths[last], filePage - filePages[last]);
            size = last + 1;
        } else size = Math.max(0, last);
    }
}
