// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;

/**
 * Counters of a node's chunk cache since its start; zeros if it has none.
 *
 * @param capacityBytes its capacity
 * @param requests requests for chunks
 * @param hits cache hits
 */
record ChunkCacheCounters(long capacityBytes, long requests, long hits) {
    /** Reads the node's virtual table. */
    static ChunkCacheCounters of(CqlSession session) {
        Row row =
                session.execute(
                                "SELECT capacity_bytes, request_count, hit_count"
                                        + " FROM system_views.caches WHERE name = 'chunks'")
                        .one();
        return row == null
                ? new ChunkCacheCounters(0, 0, 0)
                : new ChunkCacheCounters(
                        row.getLong("capacity_bytes"),
                        row.getLong("request_count"),
                        row.getLong("hit_count"));
    }
}
