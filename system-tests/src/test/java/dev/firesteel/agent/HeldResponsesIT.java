// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests writes of one node for another; both have a journal. */
class HeldResponsesIT {
    private static final String FIRST = "127.0.2.10";
    private static final int ROWS = 20;

    /** A gossip round, in which the other node learns of a new schema. */
    private static final Duration GOSSIP = Duration.ofSeconds(1);

    @TempDir Path directory;

    @Test
    void aReplicaKeepsNoThreadAndHasWhatItAcknowledgedAfterAKill() throws Exception {
        FiresteelNode one = node("one", FIRST);
        FiresteelNode two = node("two", "127.0.2.11");
        try (CassandraNode coordinator = one.start();
                CassandraNode replica =
                        two.settings().seeds(FIRST).start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(coordinator, GOSSIP)) {
            createTable(session);
            long before = CommitLogGauge.of(replica, JournalMetrics.DEFERRED_WRITES);
            Node asked = session.getMetadata().findNode(coordinator.contactPoint()).orElseThrow();
            for (int id = 0; id < ROWS; id++)
                session.execute(
                        atAll("INSERT INTO k.t (id, v) VALUES (%d, 'v')".formatted(id))
                                .setNode(asked));
            assertThat(CommitLogGauge.of(replica, JournalMetrics.DEFERRED_WRITES) - before)
                    .isGreaterThanOrEqualTo(ROWS);
            assertTraceIsWhole(session, asked);
            replica.kill();
            coordinator.kill();
        }
        // The replica alone, as its own seed: the other node is down.
        try (CassandraNode replica = two.start();
                CqlSession session = FiresteelNode.connect(replica)) {
            assertThat(FiresteelNode.ids(session, "k.t"))
                    .isEqualTo(IntStream.range(0, ROWS).boxed().toList());
        }
    }

    /** In stock an exception of the replica is an answer, too: the coordinator need not wait. */
    @Test
    @Tag("full")
    void aReplicaThatCannotApplyAWriteSaysSo() throws Exception {
        FiresteelNode one = node("one", FIRST);
        FiresteelNode two = node("two", "127.0.2.11");
        try (CassandraNode coordinator = one.start();
                CassandraNode replica =
                        two.settings()
                                .seeds(FIRST)
                                .jvmOption("-Dcassandra.test.fail_writes_ks=k")
                                .start()
                                .awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(coordinator, GOSSIP)) {
            createTable(session);
            long before = CommitLogGauge.of(replica, JournalMetrics.DEFERRED_WRITES);
            Node asked = session.getMetadata().findNode(coordinator.contactPoint()).orElseThrow();
            assertThatThrownBy(
                            () ->
                                    session.execute(
                                            atAll("INSERT INTO k.t (id, v) VALUES (1, 'v')")
                                                    .setNode(asked)))
                    .isInstanceOf(WriteFailureException.class);
            assertThat(CommitLogGauge.of(replica, JournalMetrics.DEFERRED_WRITES))
                    .isGreaterThan(before);
            replica.kill();
            coordinator.kill();
        }
    }

    private static void assertTraceIsWhole(CqlSession session, Node asked) {
        UUID trace =
                session.execute(
                                atAll("INSERT INTO k.t (id, v) VALUES (0, 'v')")
                                        .setTracing(true)
                                        .setNode(asked))
                        .getExecutionInfo()
                        .getTracingId();
        await().untilAsserted(
                        () ->
                                assertThat(activities(session, trace))
                                        .contains("Appending to commitlog")
                                        .anyMatch(one -> one.startsWith("Enqueuing response to"))
                                        .anyMatch(
                                                one ->
                                                        one.startsWith(
                                                                "Sending MUTATION_RSP message to"))
                                        .anyMatch(
                                                one ->
                                                        one.startsWith(
                                                                "MUTATION_RSP message received"
                                                                        + " from")));
    }

    private static List<String> activities(CqlSession session, UUID trace) {
        return session
                .execute(
                        SimpleStatement.newInstance(
                                "SELECT activity FROM system_traces.events WHERE session_id = ?",
                                trace))
                .all()
                .stream()
                .map(row -> String.valueOf(row.getString(0)))
                .toList();
    }

    private FiresteelNode node(String name, String address) throws IOException {
        Path root = Files.createDirectories(directory.resolve(name));
        String newest = Releases.newest();
        return new FiresteelNode(root, newest, address).formatted();
    }

    private static void createTable(CqlSession session) {
        session.execute(
                "CREATE KEYSPACE k WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 2}");
        session.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
    }

    private static SimpleStatement atAll(String statement) {
        return SimpleStatement.newInstance(statement).setConsistencyLevel(ConsistencyLevel.ALL);
    }
}
