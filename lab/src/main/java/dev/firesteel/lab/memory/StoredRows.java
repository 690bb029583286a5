// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

/**
 * Layout of rows on the drive, in chunks that are read as a whole.
 *
 * @param rows the number of rows, at least 1
 * @param dataBytes their compressed size
 * @param indexBytes the size of their index, which is used far more often than any chunk and stays
 *     in memory
 */
public record StoredRows(long rows, long dataBytes, long indexBytes) {
    /** Cassandra 5.0's default compression chunk, in bytes. */
    static final int CHUNK_BYTES = 16 << 10;

    private static final int PAGE_BYTES = 4 << 10;

    /** Returns the rows of a chunk, at least 1. Random content is not compressed. */
    int rowsPerChunk() {
        return (int) Math.max(1, CHUNK_BYTES * rows / dataBytes);
    }

    /**
     * Returns the bytes of the page cache that a chunk occupies, and that a miss reads. A chunk
     * begins anywhere in a page, and so adds a page to its size.
     */
    double chunkBytesInPages() {
        return chunkBytes() + PAGE_BYTES;
    }

    /** Returns the same for all chunks of a row; some rows begin in one and end in the next. */
    double rowBytesInPages() {
        return chunksPerRow() * chunkBytes() + PAGE_BYTES;
    }

    /** Returns the mean number of chunks of a row. */
    double chunksPerRow() {
        return 1 + (double) dataBytes / rows / chunkBytes();
    }

    private double chunkBytes() {
        return Math.max(CHUNK_BYTES, (double) dataBytes / rows);
    }
}
