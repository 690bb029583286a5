// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;

/** Cassandra as it comes, told to sync its commit log before it acknowledges: the control. */
public final class StockTarget implements Target {
    private static final String SYNC = "commitlog_sync";
    private static final String BATCH = "batch";

    @Override
    public String name() {
        return "stock";
    }

    @Override
    public void prepare() {}

    @Override
    public void configure(NodeSettings settings) {
        settings.setting(SYNC, BATCH);
    }

    @Override
    public void requireGenuine(CassandraNode node, CqlSession session) throws CampaignException {
        Row row =
                session.execute("SELECT value FROM system_views.settings WHERE name = ?", SYNC)
                        .one();
        String sync = row == null ? "unknown" : row.getString("value");
        if (!BATCH.equals(sync))
            throw new CampaignException("The node's " + SYNC + " is " + sync + ", not " + BATCH);
    }
}
