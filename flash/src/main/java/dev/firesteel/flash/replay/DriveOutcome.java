// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/**
 * The measured activity of one drive.
 *
 * @param placement the name of its placement
 * @param hostBytes bytes written to it
 * @param hostPages pages that it wrote for them: a page that is written in part is written whole
 * @param pageBytes the size of its pages
 * @param moves pages that it moved beside them
 * @param wear the erases of its blocks
 */
public record DriveOutcome(
        String placement, long hostBytes, long hostPages, int pageBytes, long moves, Wear wear) {
    /** Returns the bytes written to flash for each byte written to the drive; at least 1. */
    public double writeAmplification() {
        return (double) (hostPages + moves) * pageBytes / hostBytes;
    }
}
