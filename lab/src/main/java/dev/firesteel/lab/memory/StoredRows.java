// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

/**
 * How rows lie on the drive, in chunks that are read as a whole.
 *
 * @param rows how many there are, at least 1
 * @param dataBytes what they take, compressed
 * @param indexBytes what finds them: it is asked for so much more often than any chunk that it
 *     stays in memory
 */
public record StoredRows(long rows, long dataBytes, long indexBytes) {
    /** What Cassandra 5.0 compresses as a whole, unless a table says otherwise, in bytes. */
    static final int CHUNK_BYTES = 16 << 10;

    private static final int PAGE_BYTES = 4 << 10;

    /** How many rows are in a chunk, at least 1: what is drawn at random is not compressed. */
    int rowsPerChunk() {
        return (int) Math.max(1, CHUNK_BYTES * rows / dataBytes);
    }

    /**
     * What the page cache holds of a chunk, and reads if it is not there: it begins anywhere in a
     * page, and so touches one more than it would fill.
     */
    double chunkBytesInPages() {
        return chunkBytes() + PAGE_BYTES;
    }

    /** The same of all chunks that a row is in: some begin in one and end in the next. */
    double rowBytesInPages() {
        return chunksPerRow() * chunkBytes() + PAGE_BYTES;
    }

    /** In how many chunks a row is. */
    double chunksPerRow() {
        return 1 + (double) dataBytes / rows / chunkBytes();
    }

    private double chunkBytes() {
        return Math.max(CHUNK_BYTES, (double) dataBytes / rows);
    }
}
