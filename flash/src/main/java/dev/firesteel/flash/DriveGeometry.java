// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/**
 * What a drive is made of.
 *
 * @param blocks erase blocks, those in reserve included
 * @param pagesPerBlock pages in each, at least 1
 * @param logicalPages pages that are offered to who writes, at least 1
 * @param reserveBlocks blocks kept free for the translation layer to move pages to, at least 1.
 *     They do not count as spare
 */
public record DriveGeometry(int blocks, int pagesPerBlock, int logicalPages, int reserveBlocks) {

    /**
     * Checks that such a drive can be.
     *
     * @throws ImpossibleGeometryException if it cannot; the message says why
     */
    public DriveGeometry {
        requirePositive("blocks", blocks);
        requirePositive("pages per block", pagesPerBlock);
        requirePositive("logical pages", logicalPages);
        requirePositive("reserve blocks", reserveBlocks);
        if ((long) blocks * pagesPerBlock > Integer.MAX_VALUE)
            throw new ImpossibleGeometryException(
                    blocks + " blocks of " + pagesPerBlock + " pages are more than 2^31 - 1 pages");
    }

    /**
     * A drive of so much spare.
     *
     * @param spareFactor the part of the pages, without the reserve, that is not offered to who
     *     writes: S_f = 1 - logical / physical (Desnoyers 2012, section 2), above 0 and below 1
     * @throws ImpossibleGeometryException if there cannot be such a drive
     */
    public static DriveGeometry ofSpare(
            double spareFactor, int blocks, int pagesPerBlock, int reserveBlocks) {
        if (!(spareFactor > 0 && spareFactor < 1))
            throw new ImpossibleGeometryException(
                    "the spare factor must lie between 0 and 1, not be " + spareFactor);
        if (reserveBlocks >= blocks)
            throw new ImpossibleGeometryException(
                    reserveBlocks + " blocks in reserve leave none of " + blocks + " to write to");
        double pages = (double) (blocks - reserveBlocks) * pagesPerBlock;
        return new DriveGeometry(
                blocks, pagesPerBlock, (int) Math.round(pages * (1 - spareFactor)), reserveBlocks);
    }

    private static void requirePositive(String what, int value) {
        if (value < 1)
            throw new ImpossibleGeometryException(what + " must be at least 1, not " + value);
    }

    /** Physical over logical pages, the reserve left out: alpha in the literature. Above 1. */
    public double alpha() {
        return (double) (blocks - reserveBlocks) * pagesPerBlock / logicalPages;
    }

    int physicalPages() {
        return blocks * pagesPerBlock;
    }

    /**
     * Refuses what would leave a translation layer nothing to gain: with all blocks but the reserve
     * and the open ones full of valid pages it would move pages for ever.
     *
     * @throws ImpossibleGeometryException if so many open blocks leave no spare
     */
    public void requireRoomFor(int openBlocks) {
        long pages = (long) (blocks - reserveBlocks - openBlocks) * pagesPerBlock;
        if (logicalPages >= pages)
            throw new ImpossibleGeometryException(
                    logicalPages
                            + " logical pages leave no spare: without "
                            + reserveBlocks
                            + " in reserve and "
                            + openBlocks
                            + " being written, "
                            + blocks
                            + " blocks of "
                            + pagesPerBlock
                            + " pages have "
                            + Math.max(0, pages));
    }
}
