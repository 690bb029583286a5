// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.KeyDistribution;
import dev.firesteel.memory.LruCache;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What caches answered of reads, and what Che's approximation expects of caches as large.
 *
 * @param rows how rows lie on the drive
 * @param readAheadKib up to how much the kernel reads of the drive that nobody has asked for; null
 *     if it does not say
 * @param answers what was counted
 * @param chunkCache of the chunks that rows are in, each once, however often a read asks for it;
 *     null if there is no such cache
 * @param pageCache of bytes that were needed and were not in the chunk cache
 */
public record CacheResult(
        StoredRows rows,
        @Nullable Integer readAheadKib,
        CacheAnswers answers,
        @Nullable Hits chunkCache,
        Hits pageCache) {
    private static final long SEED = 1;

    /**
     * The part that a cache answers.
     *
     * @param roomBytes what it has room for
     * @param chunks how many chunks that is
     * @param measured what was counted, 0 to 1
     * @param expected by Che's approximation; null for a page cache behind a chunk cache, which is
     *     asked for what was not asked for lately, and not as keys are chosen
     * @param best what a cache would answer that always held what is asked for most; null as before
     */
    public record Hits(
            long roomBytes,
            int chunks,
            double measured,
            @Nullable Double expected,
            @Nullable Double best) {}

    static CacheResult of(
            StoredRows rows, KeyDistribution keys, OptionalInt readAhead, CacheAnswers answers) {
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
     * The part that was there. What was not may be more than was needed: the kernel reads ahead.
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
