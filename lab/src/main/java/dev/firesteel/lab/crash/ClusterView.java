// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The view that each node of a cluster has of the others.
 *
 * @param nodes all nodes, running; each is a replica of the ledger's table
 * @param nanos a clock in nanoseconds, of any origin
 */
record ClusterView(List<CassandraNode> nodes, LongSupplier nanos) {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int POLL_MILLIS = 200;
    private static final SimpleStatement PEERS =
            SimpleStatement.newInstance("SELECT count(*) FROM system.peers_v2");
    private static final SimpleStatement FROM_ALL =
            SimpleStatement.newInstance("SELECT key FROM firesteel_lab.ledger WHERE key = -1")
                    .setConsistencyLevel(DefaultConsistencyLevel.ALL);

    /**
     * Waits until each node reads from all.
     *
     * @throws FindingException if one does not in time
     */
    void awaitAll() throws IOException, InterruptedException {
        if (nodes.size() == 1) return;
        long began = nanos.getAsLong();
        for (CassandraNode each : nodes)
            while (!readsFromAll(each)) {
                if (nanos.getAsLong() - began > PATIENCE.toNanos())
                    throw new FindingException(
                            "A node does not reach the others within %d s; see %s"
                                    .formatted(PATIENCE.toSeconds(), each.logFile()));
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
    }

    private boolean readsFromAll(CassandraNode asked) {
        try (CqlSession session = LabSession.open(asked.contactPoint())) {
            Node node = session.getMetadata().findNode(asked.contactPoint()).orElseThrow();
            Row peers = session.execute(PEERS.setNode(node)).one();
            if (peers == null || peers.getLong(0) < nodes.size() - 1) return false;
            session.execute(FROM_ALL.setNode(node));
            return true;
        } catch (DriverException e) {
            return false; // not yet
        }
    }
}
