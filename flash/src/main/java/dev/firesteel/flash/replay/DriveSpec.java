// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.DriveGeometry;
import dev.firesteel.flash.ImpossibleGeometryException;

/**
 * A drive in bytes.
 *
 * @param bytes its logical size
 * @param spare the fraction of its pages that it does not offer, without the reserve
 * @param blockBytes the size of an erase block
 * @param pageBytes the size of a page
 * @param reserveBlocks blocks kept free to move pages to
 */
public record DriveSpec(
        long bytes, double spare, long blockBytes, int pageBytes, int reserveBlocks) {

    /**
     * Checks the drive.
     *
     * @throws ImpossibleGeometryException if it is impossible
     */
    public DriveSpec {
        if (pageBytes < 512)
            throw new ImpossibleGeometryException(
                    "a page must have at least 512 B, not " + Bytes.text(pageBytes));
        if (blockBytes < pageBytes || blockBytes % pageBytes != 0)
            throw new ImpossibleGeometryException(
                    "a block must have whole pages of %s, not %s"
                            .formatted(Bytes.text(pageBytes), Bytes.text(blockBytes)));
        if (bytes < blockBytes)
            throw new ImpossibleGeometryException(
                    "a drive must have at least one block of %s, not %s"
                            .formatted(Bytes.text(blockBytes), Bytes.text(bytes)));
        if (!(spare > 0 && spare < 1))
            throw new ImpossibleGeometryException(
                    "the spare factor must lie between 0 and 1, not be " + spare);
        if (reserveBlocks < 1)
            throw new ImpossibleGeometryException(
                    "a drive must have at least 1 block in reserve, not " + reserveBlocks);
        double pages = bytes / (1 - spare) / pageBytes;
        double blockPages = (double) blockBytes / pageBytes;
        if (pages + (reserveBlocks + 1) * blockPages > Integer.MAX_VALUE)
            throw new ImpossibleGeometryException(
                    "a drive of %s has more than 2^31 - 1 pages of %s: give larger pages"
                            .formatted(Bytes.text(bytes), Bytes.text(pageBytes)));
    }

    /** Returns the same drive in pages and blocks. */
    public DriveGeometry geometry() {
        int logical = (int) (bytes / pageBytes);
        int pagesPerBlock = (int) (blockBytes / pageBytes);
        int blocks = (int) Math.ceil(logical / (1 - spare) / pagesPerBlock);
        return new DriveGeometry(blocks + reserveBlocks, pagesPerBlock, logical, reserveBlocks);
    }

    /** Returns the same drive with this logical size, rounded up to whole blocks. */
    public DriveSpec ofBytes(long otherBytes) {
        long blocks = Math.max(1, (otherBytes + blockBytes - 1) / blockBytes);
        return new DriveSpec(blocks * blockBytes, spare, blockBytes, pageBytes, reserveBlocks);
    }
}
