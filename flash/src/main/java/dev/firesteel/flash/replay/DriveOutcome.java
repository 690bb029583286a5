// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/**
 * What one drive did while it was measured.
 *
 * @param placement the name of its rule
 * @param hostPages pages written to it
 * @param moves pages that it moved for them
 * @param wear what that was to its blocks
 */
public record DriveOutcome(String placement, long hostPages, long moves, Wear wear) {
    /** Pages written to flash for each page that was written to the drive; at least 1. */
    public double writeAmplification() {
        return (double) (hostPages + moves) / hostPages;
    }
}
