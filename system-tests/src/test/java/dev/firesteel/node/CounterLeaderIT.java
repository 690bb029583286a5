// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.firesteel.lab.NodeLocalSession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests increments at ALL of a stock cluster while a replica does not answer. */
@Tag("full")
class CounterLeaderIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int KEYS = 60;

    @TempDir Path directory;

    /**
     * Shows why a campaign does not count an increment that took long: the leader of a counter
     * acknowledges to its coordinator even if the other replicas have failed.
     */
    @Test
    void areAcknowledgedThoughOneReplicaHasNotAnswered() throws Exception {
        try (CassandraCluster cluster =
                CassandraCluster.at(directory, "127.0.78.1", 3)
                        .each(node -> node.heap("512M").shortLived())) {
            cluster.start(PATIENCE, node -> {});
            try (CqlSession session =
                    NodeLocalSession.open(cluster.nodes().get(0).contactPoint())) {
                session.execute(
                        "CREATE KEYSPACE k WITH replication = "
                                + "{'class': 'SimpleStrategy', 'replication_factor': 2}");
                session.execute("CREATE TABLE k.c (key int PRIMARY KEY, n counter)");
                CassandraNode silent = cluster.nodes().get(2);
                List<Integer> keys = keysOf(silent, cluster.nodes().get(0));
                silent.suspend();
                long acknowledged = increment(session, keys);
                silent.kill();
                assertThat(acknowledged).as("of %s counters", keys.size()).isPositive();
            }
        }
    }

    /** Returns the keys with a replica on a node, as another one says. */
    private static List<Integer> keysOf(CassandraNode replica, CassandraNode asked)
            throws Exception {
        String address = replica.contactPoint().getAddress().getHostAddress();
        List<Integer> keys = new ArrayList<>();
        try (JMXConnector connector = asked.management()) {
            for (int key = 0; key < KEYS; key++) {
                Object replicas =
                        connector
                                .getMBeanServerConnection()
                                .invoke(
                                        new ObjectName(
                                                "org.apache.cassandra.db:type=StorageService"),
                                        "getNaturalEndpointsWithPort",
                                        new Object[] {"k", "c", String.valueOf(key)},
                                        new String[] {
                                            String.class.getName(),
                                            String.class.getName(),
                                            String.class.getName()
                                        });
                if (replicas.toString().contains(address)) keys.add(key);
            }
        }
        return keys;
    }

    /** Increments counters at once, at ALL. Returns the number of acknowledgements. */
    private static long increment(CqlSession session, List<Integer> keys) {
        List<CompletableFuture<Boolean>> increments = new ArrayList<>();
        for (int key : keys)
            increments.add(
                    session.executeAsync(
                                    SimpleStatement.builder(
                                                    "UPDATE k.c SET n = n + 1 WHERE key = " + key)
                                            .setConsistencyLevel(ConsistencyLevel.ALL)
                                            .build())
                            .handle((result, failure) -> failure == null)
                            .toCompletableFuture());
        return increments.stream().filter(CompletableFuture::join).count();
    }
}
