// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;

/**
 * Cassandra without Firesteel: the control. It syncs its commit log before it acknowledges, or
 * later, and a power cut must then find losses.
 */
public final class StockTarget implements Target {
    /** Syncs before it acknowledges. */
    public static final String BATCH = "batch";

    /** Acknowledges first and syncs later: Cassandra's default. */
    public static final String PERIODIC = "periodic";

    private static final String SYNC = "commitlog_sync";

    private final String sync;

    /** Creates a target that syncs before it acknowledges. */
    public StockTarget() {
        this(BATCH);
    }

    /**
     * Creates a target.
     *
     * @param sync {@link #BATCH} or {@link #PERIODIC}
     */
    public StockTarget(String sync) {
        this.sync = sync;
    }

    @Override
    public String name() {
        return sync.equals(BATCH) ? "stock" : "stock-" + sync;
    }

    @Override
    public void prepare() {}

    @Override
    public String build() {
        return "commitlog_sync " + sync;
    }

    @Override
    public void configure(NodeSettings settings) {
        settings.setting(SYNC, sync);
    }

    /** Returns no message: Cassandra has many messages for an unreadable commit log. */
    @Override
    public String damageMessage() {
        return "";
    }

    @Override
    public void requireGenuine(CassandraNode node, CqlSession session) throws CampaignException {
        Row row =
                session.execute("SELECT value FROM system_views.settings WHERE name = ?", SYNC)
                        .one();
        String found = row == null ? "unknown" : row.getString("value");
        if (!sync.equals(found))
            throw new CampaignException("The node's " + SYNC + " is " + found + ", not " + sync);
    }
}
