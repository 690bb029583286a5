// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;

/**
 * What a node has counted of its chunk cache since it started; zeros if it has none.
 *
 * @param capacityBytes what there is room for
 * @param requests how often a chunk was asked for
 * @param hits how often it was there
 */
record ChunkCacheCounters(long capacityBytes, long requests, long hits) {
    /** As the node's virtual table has it. */
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
