// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/**
 * The measured activity of one drive.
 *
 * @param placement the name of its placement
 * @param hostPages pages written to it
 * @param moves pages that it moved for them
 * @param wear the erases of its blocks
 */
public record DriveOutcome(String placement, long hostPages, long moves, Wear wear) {
    /** Returns the pages written to flash for each page written to the drive; at least 1. */
    public double writeAmplification() {
        return (double) (hostPages + moves) / hostPages;
    }
}
