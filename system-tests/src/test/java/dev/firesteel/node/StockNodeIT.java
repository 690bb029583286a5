// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StockNodeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir Path directory;

    @ParameterizedTest
    @Tag("full")
    @MethodSource("dev.firesteel.node.Releases#both")
    void readsBackAfterAKillWhatBatchModeHasAcknowledged(String version) throws Exception {
        NodeSettings settings =
                CassandraNode.at(directory)
                        .version(version)
                        .address("127.0.1.1")
                        .heap("512M")
                        .shortLived()
                        .setting("commitlog_sync", "batch");
        try (CassandraNode node = settings.start().awaitReady(PATIENCE);
                CqlSession session = Sessions.connect(node)) {
            session.execute(
                    "CREATE KEYSPACE k WITH replication = "
                            + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
            session.execute("INSERT INTO k.t (id, v) VALUES (1, 'durable')");
            node.kill();
            assertThat(node.exitCode()).isEqualTo(137);
        }
        try (CassandraNode node = settings.start().awaitReady(PATIENCE);
                CqlSession session = Sessions.connect(node)) {
            assertThat(session.execute("SELECT v FROM k.t WHERE id = 1").one().getString("v"))
                    .isEqualTo("durable");
            assertThat(
                            session.execute("SELECT release_version FROM system.local")
                                    .one()
                                    .getString("release_version"))
                    .isEqualTo(version);
            node.drainAndStop(PATIENCE);
        }
    }

    @Test
    @Tag("full")
    void saysThatANodeHasEndedWithoutDraining() throws Exception {
        NodeSettings settings =
                CassandraNode.at(directory).address("127.0.1.1").heap("512M").shortLived();
        try (CassandraNode node = settings.start().awaitReady(PATIENCE);
                CqlSession session = Sessions.connect(node)) {
            // Writes a row to one of Cassandra's own tables, which a drain flushes.
            session.prepare("SELECT release_version FROM system.local");
            Path table = systemTable("prepared_statements");
            Files.move(table, directory.resolve("moved"));
            Files.createFile(table);
            assertThatThrownBy(() -> node.drainAndStop(PATIENCE))
                    .isInstanceOf(NodeException.class)
                    .hasMessageContaining("127.0.1.1 has ended without draining");
        }
    }

    @Test
    void saysThatANodeWasKilledInsteadOfDraining() throws Exception {
        NodeSettings settings = CassandraNode.at(directory).address("127.0.1.1").heap("512M");
        try (CassandraNode node = settings.start()) {
            node.kill();
            assertThatThrownBy(() -> node.drainAndStop(PATIENCE))
                    .isInstanceOf(NodeException.class)
                    .hasMessageContaining("has ended with exit code 137 instead of draining");
        }
    }

    private Path systemTable(String name) throws IOException {
        try (Stream<Path> tables = Files.list(directory.resolve("data").resolve("system"))) {
            return tables.filter(each -> each.getFileName().toString().startsWith(name + "-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void saysWhyANodeDidNotStart() {
        NodeSettings settings =
                CassandraNode.at(directory)
                        .address("127.0.1.1")
                        .heap("512M")
                        .setting("no_such_key", 1);
        assertThatThrownBy(
                        () -> {
                            try (CassandraNode node = settings.start()) {
                                node.awaitReady(PATIENCE);
                            }
                        })
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("127.0.1.1 ended with exit code 3")
                .hasMessageContaining("no_such_key");
    }

    @Test
    void refusesADirectoryThatARunningNodeUses() throws Exception {
        NodeSettings settings = CassandraNode.at(directory).address("127.0.1.1").heap("512M");
        try (CassandraNode node = settings.start()) {
            assertThatThrownBy(CassandraNode.at(directory).address("127.0.1.2")::start)
                    .isInstanceOf(NodeException.class)
                    .hasMessageContaining("process " + node.pid());
        }
    }
}
