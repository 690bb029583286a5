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

    /** Bytes of memory for a page, rounded up: two places and a used bit. */
    private static final double PAGE_BYTES = 9;

    /** The same with a clock, which has the program of each page. */
    private static final double TIMED_PAGE_BYTES = 13;

    private static final double BLOCK_BYTES = 48;
    private static final double TIMED_BLOCK_BYTES = 160;
    private static final double MOST_OF_HEAP = 0.9;
    private static final double MEBIBYTE = 1 << 20;

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

    /**
     * Rejects drives that need more memory than this process may have.
     *
     * @param drives the number of such drives at a time
     * @param hasClock whether they have a clock
     * @throws ImpossibleGeometryException if they need more than nine tenths of the maximum heap
     */
    public void requireMemory(int drives, boolean hasClock) {
        double pageBytes = hasClock ? TIMED_PAGE_BYTES : PAGE_BYTES;
        double blockBytes = hasClock ? TIMED_BLOCK_BYTES : BLOCK_BYTES;
        double needed =
                drives * ((double) blocks * pagesPerBlock * pageBytes + blocks * blockBytes);
        long most = Runtime.getRuntime().maxMemory();
        if (needed > MOST_OF_HEAP * most)
            throw new ImpossibleGeometryException(
                    ("%d drives of %,d pages in %,d blocks need %,.0f MiB of memory, and this"
                                    + " program has %,.0f MiB: give larger pages, or fewer streams"
                                    + " at a time")
                            .formatted(
                                    drives,
                                    (long) blocks * pagesPerBlock,
                                    blocks,
                                    needed / MEBIBYTE,
                                    most / MEBIBYTE));
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
