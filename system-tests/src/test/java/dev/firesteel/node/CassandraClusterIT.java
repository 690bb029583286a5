// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.firesteel.lab.NodeLocalSession;
import dev.firesteel.lab.fault.Partition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class CassandraClusterIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int STORAGE_PORT = 7000;

    @TempDir Path directory;

    @Test
    void formsAClusterWhoseNodesCanBeSuspendedAndDrained() throws Exception {
        try (CassandraCluster cluster =
                CassandraCluster.at(directory, "127.0.1.11", 2)
                        .each(node -> node.heap("512M").shortLived())) {
            List<CassandraNode> ready = new ArrayList<>();
            cluster.start(PATIENCE, ready::add);
            assertThat(ready).isEqualTo(cluster.nodes()).hasSize(2);

            writeToBothReadFromTheSecond(cluster);
            aSuspendedNodeDoesNotAnswer(cluster.nodes().get(1));
            if (Partition.isSupported()) eachSideOfAPartitionMissesTheOther(cluster);

            cluster.drainAndStop(PATIENCE);
            for (CassandraNode node : cluster.nodes()) assertDrained(node);
            assertThatThrownBy(() -> cluster.start(PATIENCE, ready::add))
                    .isInstanceOf(NodeException.class);
        }
    }

    private static void writeToBothReadFromTheSecond(CassandraCluster cluster) {
        try (CqlSession first = Sessions.connect(cluster.nodes().get(0));
                CqlSession second = Sessions.connect(cluster.nodes().get(1))) {
            first.execute(
                    "CREATE KEYSPACE k WITH replication = "
                            + "{'class': 'SimpleStrategy', 'replication_factor': 2}");
            first.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
            first.execute(all("INSERT INTO k.t (id, v) VALUES (1, 'both')"));
            assertThat(second.execute(all("SELECT v FROM k.t")).one().getString("v"))
                    .isEqualTo("both");
        }
    }

    private static void aSuspendedNodeDoesNotAnswer(CassandraNode node) throws NodeException {
        node.suspend();
        assertThat(node.isAlive()).isTrue();
        assertThat(Cql.answers(node.contactPoint(), 500)).isFalse();
        node.resume();
        node.awaitReady(PATIENCE);
    }

    /** The partition is around one node; both must see it. Clients reach both. */
    private static void eachSideOfAPartitionMissesTheOther(CassandraCluster cluster)
            throws Exception {
        for (CassandraNode each : cluster.nodes())
            try (CqlSession session = NodeLocalSession.open(each.contactPoint())) {
                awaitAll(session, true);
                String second = cluster.nodes().get(1).contactPoint().getAddress().getHostAddress();
                try (Partition partition = Partition.around(second, STORAGE_PORT)) {
                    awaitAll(session, false);
                    session.execute("SELECT v FROM k.t WHERE id = 1");
                }
                awaitAll(session, true);
            }
    }

    private static void awaitAll(CqlSession session, boolean succeeds) {
        await().atMost(PATIENCE)
                .until(
                        () -> {
                            try {
                                session.execute(all("SELECT v FROM k.t WHERE id = 1"));
                                return succeeds;
                            } catch (ReadTimeoutException | UnavailableException e) {
                                return !succeeds;
                            }
                        });
    }

    /** Exit code 143: the JVM ran its shutdown hooks on SIGTERM. */
    private static void assertDrained(CassandraNode node) throws Exception {
        assertThat(node.exitCode()).isEqualTo(143);
        assertThat(Files.readString(node.logFile()))
                .contains("Cassandra shutdown complete")
                .doesNotContain("Caught an exception while draining");
        Path keyspace = node.settings().directory().data().resolve("k");
        try (Stream<Path> files = Files.walk(keyspace)) {
            assertThat(files).as("flushed").anyMatch(file -> file.toString().endsWith("-Data.db"));
        }
    }

    private static SimpleStatement all(String cql) {
        return SimpleStatement.builder(cql).setConsistencyLevel(ConsistencyLevel.ALL).build();
    }
}
