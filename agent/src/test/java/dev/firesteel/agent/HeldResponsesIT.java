// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with a journal each: what one writes for the other. */
class HeldResponsesIT {
    private static final String FIRST = "127.0.2.10";
    private static final int ROWS = 20;

    /** A round, in which the other one hears of a new schema. */
    private static final Duration GOSSIP = Duration.ofSeconds(1);

    @TempDir Path directory;

    @Test
    void aReplicaHoldsItsResponseBackAndHasWhatItAcknowledgedAfterAKill() throws Exception {
        FiresteelNode one = node("one", FIRST);
        FiresteelNode two = node("two", "127.0.2.11");
        try (CassandraNode coordinator = one.start();
                CassandraNode replica =
                        two.settings().seeds(FIRST).start().awaitReady(FiresteelNode.PATIENCE);
                CqlSession session = FiresteelNode.connect(coordinator, GOSSIP)) {
            createTable(session);
            long before = HeldReplies.of(replica);
            for (int id = 0; id < ROWS; id++)
                session.execute(
                        atAll("INSERT INTO k.t (id, v) VALUES (%d, 'v')".formatted(id))
                                .setNode(
                                        session.getMetadata()
                                                .findNode(coordinator.contactPoint())
                                                .orElseThrow()));
            assertThat(HeldReplies.of(replica) - before).isEqualTo(ROWS);
            replica.kill();
            coordinator.kill();
        }
        // It alone, and its own seed: the other one is down.
        try (CassandraNode replica = two.start();
                CqlSession session = FiresteelNode.connect(replica)) {
            assertThat(FiresteelNode.ids(session, "k.t"))
                    .isEqualTo(IntStream.range(0, ROWS).boxed().toList());
        }
    }

    private FiresteelNode node(String name, String address) throws IOException {
        Path root = Files.createDirectories(directory.resolve(name));
        String newest = FiresteelNode.releases().findFirst().orElseThrow();
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
