// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static com.datastax.oss.driver.api.core.ConsistencyLevel.LOCAL_ONE;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.LOCAL_QUORUM;
import static com.datastax.oss.driver.api.core.ConsistencyLevel.LOCAL_SERIAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import dev.firesteel.node.Sessions;
import dev.firesteel.node.SuspendedProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests two data centres of one node each. The log drive of the remote one stalls. It commits
 * lightweight transactions and logged batches of the local one, and must show none of their rows
 * before they are on its drive. Journals and stock logs in {@code batch} must match.
 */
@Tag("full")
class TwoDataCentresIT {
    /** The second number of an address is the data centre, by {@code RackInferringSnitch}. */
    private static final String LOCAL = "127.0.2.56";

    private static final String REMOTE = "127.1.2.56";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int READS = 20;

    @TempDir Path directory;

    @ParameterizedTest
    @EnumSource(TestedLog.class)
    void theRemoteOneShowsNoRowBeforeItIsDurable(TestedLog log) throws Exception {
        Path root = Files.createDirectories(directory.resolve(log.name()));
        try (LogDrive drive = LogDrive.in(root)) {
            NodeSettings localSettings = log.settings(node(root, "local", LOCAL, log));
            NodeSettings remoteSettings =
                    drive.settings(
                            new FiresteelNode(root.resolve("remote"), Releases.newest(), REMOTE),
                            log);
            try (CassandraNode local = start(localSettings);
                    CqlSession through = connect(local, "0")) {
                try (CassandraNode remote = start(remoteSettings.seeds(LOCAL));
                        CqlSession reader = connect(remote, "1")) {
                    createTable(through, reader);
                    try (SuspendedProcess stall = drive.stall()) {
                        write(through, 1);
                        requireSeen(reader);
                    }
                    // They had arrived, and only waited for the drive.
                    await().atMost(PATIENCE).until(() -> ids(reader).equals(List.of(1, 2, 3)));
                    drive.stall(); // ends at the power cut
                    write(through, 11);
                    requireSeen(reader, 1, 2, 3);
                    ProcessHandle.of(remote.pid()).orElseThrow().destroyForcibly();
                    drive.fail();
                    remote.kill();
                }
                drive.replace();
                try (CassandraNode remote = start(remoteSettings);
                        CqlSession reader = connect(remote, "1")) {
                    assertThat(ids(reader)).contains(1, 2, 3);
                }
            }
            drive.fail();
        }
    }

    private static FiresteelNode node(Path root, String name, String address, TestedLog log)
            throws Exception {
        Path own = Files.createDirectories(root.resolve(name));
        FiresteelNode node = new FiresteelNode(own, Releases.newest(), address);
        return log == TestedLog.JOURNAL ? node.formatted() : node;
    }

    private static CassandraNode start(NodeSettings settings) throws Exception {
        return settings.setting("endpoint_snitch", "RackInferringSnitch")
                .setting("paxos_variant", "v2")
                .setting("write_request_timeout", "20s")
                .setting("hinted_handoff_enabled", false)
                .start()
                .awaitReady(FiresteelNode.PATIENCE);
    }

    private static CqlSession connect(CassandraNode node, String dataCentre) {
        return CqlSession.builder()
                .addContactPoint(node.contactPoint())
                .withLocalDatacenter(dataCentre)
                .withConfigLoader(
                        Sessions.options()
                                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, PATIENCE)
                                .withDuration(
                                        DefaultDriverOption.HEARTBEAT_INTERVAL, Duration.ofHours(1))
                                .build())
                .build();
    }

    private static void createTable(CqlSession through, CqlSession reader) {
        through.execute(
                "CREATE KEYSPACE k WITH replication = "
                        + "{'class': 'NetworkTopologyStrategy', '0': 1, '1': 1}");
        through.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(ids(reader)).isEmpty());
    }

    /** Writes three rows in the local data centre. */
    private static void write(CqlSession through, int id) {
        through.execute(
                statement("INSERT INTO k.t (id, v) VALUES (%d, 'x') IF NOT EXISTS".formatted(id)));
        through.execute(
                statement(
                        "BEGIN BATCH INSERT INTO k.t (id, v) VALUES (%d, 'x');".formatted(id + 1)
                                + " INSERT INTO k.t (id, v) VALUES (%d, 'x'); APPLY BATCH"
                                        .formatted(id + 2)));
    }

    private static SimpleStatement statement(String cql) {
        return SimpleStatement.newInstance(cql)
                .setConsistencyLevel(LOCAL_QUORUM)
                .setSerialConsistencyLevel(LOCAL_SERIAL);
    }

    /** Requires these rows, and no others, for a second. */
    private static void requireSeen(CqlSession reader, Integer... ids) throws Exception {
        for (int read = 0; read < READS; read++) {
            assertThat(ids(reader)).containsExactly(ids);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static List<Integer> ids(CqlSession reader) {
        SimpleStatement all = SimpleStatement.newInstance("SELECT id FROM k.t");
        return reader.execute(all.setConsistencyLevel(LOCAL_ONE)).all().stream()
                .map((Row row) -> row.getInt(0))
                .sorted()
                .toList();
    }
}
