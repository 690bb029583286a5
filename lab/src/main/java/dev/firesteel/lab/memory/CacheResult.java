// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.KeyDistribution;
import dev.firesteel.memory.LruCache;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Measured hit ratios of caches, and those expected by Che's approximation for the same sizes.
 *
 * @param rows the layout of rows on the drive
 * @param readAheadKib the kernel's read-ahead limit; null if unknown
 * @param answers the counters
 * @param chunkCache of the chunks of the rows read, each counted once a read; null if there is no
 *     such cache
 * @param pageCache of bytes that were needed and were not in the chunk cache
 */
public record CacheResult(
        StoredRows rows,
        @Nullable Integer readAheadKib,
        CacheHits answers,
        @Nullable Hits chunkCache,
        Hits pageCache) {
    private static final long SEED = 1;

    /**
     * The hit ratio of a cache.
     *
     * @param roomBytes its capacity
     * @param chunks its capacity in chunks
     * @param measured by the counters, 0 to 1
     * @param expected by Che's approximation; null for a page cache behind a chunk cache, whose
     *     requests exclude recent ones and do not follow the distribution of keys
     * @param best of a cache that always holds the chunks requested most often; null as before
     */
    public record Hits(
            long roomBytes,
            int chunks,
            double measured,
            @Nullable Double expected,
            @Nullable Double best) {}

    static CacheResult of(
            StoredRows rows, KeyDistribution keys, OptionalInt readAhead, CacheHits answers) {
        Integer readAheadKib = readAhead.isPresent() ? (Integer) readAhead.getAsInt() : null;
        KeyDistribution chunks = keys.inChunks(rows.rowsPerChunk(), SEED);
        long pages = Math.max(0, answers.pageCacheBytes() - rows.indexBytes());
        int room = (int) (pages / rows.chunkBytesInPages());
        if (!answers.isChunkCached()) {
            double needed = answers.reads() * rows.rowBytesInPages();
            return new CacheResult(
                    rows,
                    readAheadKib,
                    answers,
                    null,
                    hits(pages, room, part(answers.driveBytes(), needed), chunks));
        }
        long missed = answers.chunkRequests() - answers.chunkHits();
        return new CacheResult(
                rows,
                readAheadKib,
                answers,
                hits(
                        answers.chunkCacheBytes(),
                        (int) (answers.chunkCacheBytes() / StoredRows.CHUNK_BYTES),
                        part(missed, answers.reads() * rows.chunksPerRow()),
                        chunks),
                new Hits(
                        pages,
                        room,
                        part(answers.driveBytes(), missed * rows.chunkBytesInPages()),
                        null,
                        null));
    }

    /**
     * Returns the hit ratio. Bytes missed may exceed those needed, because the kernel reads ahead.
     */
    private static double part(long missed, double needed) {
        return needed == 0 ? 1 : Math.max(0, 1 - missed / needed);
    }

    private static Hits hits(long bytes, int room, double measured, KeyDistribution chunks) {
        return new Hits(
                bytes,
                room,
                measured,
                room == 0 ? 0 : LruCache.hitRatio(chunks, room),
                chunks.shareOfTop(room));
    }
}
