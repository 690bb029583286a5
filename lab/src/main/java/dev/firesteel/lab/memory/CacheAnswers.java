// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

/**
 * What a node's caches have answered while clients read rows.
 *
 * @param reads how many rows were read
 * @param driveBytes what came from the drive
 * @param pageCacheBytes what the page cache held of files in the end
 * @param chunkCacheBytes what the chunk cache has room for; 0 if there is none
 * @param chunkRequests how often it was asked
 * @param chunkHits how often it had what it was asked for
 */
public record CacheAnswers(
        long reads,
        long driveBytes,
        long pageCacheBytes,
        long chunkCacheBytes,
        long chunkRequests,
        long chunkHits) {
    /** Whether there is a chunk cache in front of the page cache. */
    boolean isChunkCached() {
        return chunkCacheBytes > 0;
    }
}
