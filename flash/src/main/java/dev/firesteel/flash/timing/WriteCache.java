// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.ImpossibleGeometryException;

/**
 * The write cache of a drive. A write is complete once its pages have a place in it, and leaves it
 * when they are programmed.
 *
 * @param pages its size; 0 for none: a write is complete once it is programmed
 * @param isProtected whether it survives a loss of power. If not, a flush waits until what was
 *     written before is programmed.
 */
public record WriteCache(int pages, boolean isProtected) {
    /** No cache. */
    public static final WriteCache NONE = new WriteCache(0, false);

    /**
     * Checks the size.
     *
     * @throws ImpossibleGeometryException if it is negative
     */
    public WriteCache {
        if (pages < 0)
            throw new ImpossibleGeometryException(
                    "a write cache must have at least 0 pages, not " + pages);
        if (pages == 0 && isProtected)
            throw new ImpossibleGeometryException("without a write cache there is none to protect");
    }

    /**
     * Rejects a cache that is too small for the pages that planes gather.
     *
     * @throws ImpossibleGeometryException if writes could wait for each other for ever
     */
    void requireRoomFor(DieLayout layout, int streams) {
        int gathered = layout.pagesPerProgram() - 1;
        if (gathered == 0) return;
        if (!isProtected)
            throw new ImpossibleGeometryException(
                    "a plane that programs %,d pages at a time needs a protected write cache"
                            .formatted(layout.pagesPerProgram()));
        long least = (long) gathered * streams + 1;
        if (pages < least)
            throw new ImpossibleGeometryException(
                    "%,d streams that program %,d pages at a time need a write cache of %,d pages"
                            .formatted(streams, layout.pagesPerProgram(), least));
    }
}
