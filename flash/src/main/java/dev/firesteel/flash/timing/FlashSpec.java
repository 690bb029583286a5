// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.ImpossibleGeometryException;

/** The flash and its controller: all but the geometry of the translation layer. */
public record FlashSpec(
        DieLayout layout, FlashTimes times, Scheduling scheduling, WriteCache cache) {

    /**
     * Rejects a drive that could not work.
     *
     * @throws ImpossibleGeometryException if erase blocks do not divide evenly, or the write cache
     *     is too small for this number of streams, or larger than the drive
     */
    public void requireFit(DriveGeometry geometry, int streams) {
        if (cache.pages() > geometry.logicalPages())
            throw new ImpossibleGeometryException(
                    "a write cache of %,d pages is larger than the drive, %,d pages"
                            .formatted(cache.pages(), geometry.logicalPages()));
        layout.requireEvenSpread(geometry);
        cache.requireRoomFor(layout, streams);
    }
}
