// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

/**
 * Counters of a node's caches while clients read rows.
 *
 * @param reads the number of rows read
 * @param driveBytes bytes read from the drive
 * @param pageCacheBytes bytes of files in the page cache at the end
 * @param chunkCacheBytes capacity of the chunk cache; 0 if there is none
 * @param chunkRequests requests to it
 * @param chunkHits its hits
 */
public record CacheHits(
        long reads,
        long driveBytes,
        long pageCacheBytes,
        long chunkCacheBytes,
        long chunkRequests,
        long chunkHits) {
    /** Returns whether there is a chunk cache in front of the page cache. */
    boolean isChunkCached() {
        return chunkCacheBytes > 0;
    }
}
