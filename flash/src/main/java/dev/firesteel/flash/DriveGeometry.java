// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/**
 * The geometry of a drive.
 *
 * @param blocks erase blocks, including the reserve
 * @param pagesPerBlock pages in each, at least 1
 * @param logicalPages pages offered to the host, at least 1
 * @param reserveBlocks blocks kept free for the translation layer to move pages to, at least 1; not
 *     part of the spare
 */
public record DriveGeometry(int blocks, int pagesPerBlock, int logicalPages, int reserveBlocks) {

    /**
     * Checks the geometry.
     *
     * @throws ImpossibleGeometryException if it is impossible; the message gives the reason
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
     * Returns a drive with this spare.
     *
     * @param spareFactor the fraction of pages, without the reserve, not offered to the host: S_f =
     *     1 - logical / physical (Desnoyers 2012, section 2), above 0 and below 1
     * @throws ImpossibleGeometryException if such a drive is impossible
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

    /** Returns physical over logical pages without the reserve, above 1: alpha in papers. */
    public double alpha() {
        return (double) (blocks - reserveBlocks) * pagesPerBlock / logicalPages;
    }

    int physicalPages() {
        return blocks * pagesPerBlock;
    }

    /**
     * Rejects a geometry without spare: with all blocks except the reserve and the open ones full
     * of valid pages, garbage collection would never end.
     *
     * @throws ImpossibleGeometryException if this number of open blocks leaves no spare
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
