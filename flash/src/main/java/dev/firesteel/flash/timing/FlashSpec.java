// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.DriveGeometry;

/** The flash and its controller: all but the geometry of the translation layer. */
public record FlashSpec(
        DieLayout layout, FlashTimes times, Scheduling scheduling, WriteCache cache) {

    /**
     * Rejects a drive that could not work.
     *
     * @throws dev.firesteel.flash.ImpossibleGeometryException if erase blocks do not divide evenly,
     *     or the write cache is too small for this number of streams
     */
    public void requireFit(DriveGeometry geometry, int streams) {
        layout.requireEvenSpread(geometry);
        cache.requireRoomFor(layout, streams);
    }
}
