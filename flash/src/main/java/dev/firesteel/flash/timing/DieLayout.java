// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.ImpossibleGeometryException;

/**
 * The parts of a drive that work at the same time. An erase block of the translation layer is a
 * superblock: its pages go to the planes in turn, {@code pagesPerProgram} at a time. Planes work
 * independently of each other, and share the channel of their die.
 *
 * @param channels at least 1
 * @param diesPerChannel at least 1
 * @param planesPerDie at least 1
 * @param pagesPerProgram pages that a plane programs in one operation: of several bits a cell, and
 *     of host pages that share a flash page
 */
public record DieLayout(int channels, int diesPerChannel, int planesPerDie, int pagesPerProgram) {
    private static final int MOST_PLANES = 65_536;

    /**
     * Checks the numbers.
     *
     * @throws ImpossibleGeometryException if one is out of range
     */
    public DieLayout {
        require("channels", channels);
        require("dies per channel", diesPerChannel);
        require("planes per die", planesPerDie);
        require("pages per program", pagesPerProgram);
        if ((long) channels * diesPerChannel * planesPerDie > MOST_PLANES)
            throw new ImpossibleGeometryException(
                    "%,d channels of %,d dies of %,d planes are more than %,d planes"
                            .formatted(channels, diesPerChannel, planesPerDie, MOST_PLANES));
    }

    private static void require(String what, int count) {
        if (count < 1 || count > MOST_PLANES)
            throw new ImpossibleGeometryException(
                    "%s must be 1 to %,d, not %,d".formatted(what, MOST_PLANES, count));
    }

    /** Returns the number of planes of the drive. */
    public int planes() {
        return channels * diesPerChannel * planesPerDie;
    }

    /** Returns the channel of a plane. Neighbours in a superblock have different channels. */
    int channel(int plane) {
        return plane % channels;
    }

    /** Returns the plane of a page by its place in the superblock. */
    int plane(int pageInBlock) {
        return pageInBlock / pagesPerProgram % planes();
    }

    /** Returns the number of pages from this one to the last that is programmed with it. */
    int pagesFrom(int pageInBlock) {
        return pagesPerProgram - pageInBlock % pagesPerProgram;
    }

    /** Returns whether one operation programs two pages of the flash. */
    boolean areProgrammedTogether(int page, int other) {
        return page / pagesPerProgram == other / pagesPerProgram;
    }

    /**
     * Rejects a superblock that does not divide evenly.
     *
     * @throws ImpossibleGeometryException if planes would have unequal parts of it
     */
    void requireEvenSpread(DriveGeometry geometry) {
        long row = (long) planes() * pagesPerProgram;
        if (geometry.pagesPerBlock() % row != 0)
            throw new ImpossibleGeometryException(
                    ("an erase block of %,d pages cannot be spread over %,d planes that program"
                                    + " %,d pages at a time: give a multiple of %,d pages")
                            .formatted(geometry.pagesPerBlock(), planes(), pagesPerProgram, row));
    }
}
