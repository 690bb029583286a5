// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a stock Cassandra with data gets Firesteel, is killed, and becomes stock again without
 * a loss.
 */
class InstallIT {
    private static final String ADDRESS = "127.0.73.2";
    private static final int ROWS = 200;

    @TempDir Path root;

    @Test
    void dataOutlivesInstallKillAndUninstall() throws Exception {
        Path home = root.resolve("apache-cassandra");
        HomeNode.layOut(home, ADDRESS);
        try (HomeNode stock = HomeNode.start(home, ADDRESS).awaitReady();
                CqlSession session = stock.connect()) {
            session.execute(
                    "CREATE KEYSPACE k WITH replication = "
                            + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
            insert(session, 0, ROWS);
            flush(stock);
            insert(session, ROWS, 2 * ROWS);
            refused(install(home), "the node runs, as process " + stock.pid());
            Spoken preview =
                    Spoken.by("install", home.toString(), "--journal", journal().toString());
            assertThat(preview.exitCode()).isOne();
            assertThat(preview.err()).contains("the node runs: stop it first");
            stock.kill();
        }
        Map<String, String> before = configuration(home);
        done(install(home), "installed");
        done(install(home), "nothing to change: Firesteel is installed");
        try (HomeNode node = HomeNode.start(home, ADDRESS).awaitReady();
                CqlSession session = node.connect()) {
            assertThat(node.said("Firesteel: the commit log is the journal " + journal())).isTrue();
            assertThat(ids(session)).isEqualTo(range(2 * ROWS));
            insert(session, 2 * ROWS, 3 * ROWS);
            assertThat(Spoken.by("status", home.toString()))
                    .matches(status -> status.exitCode() == 0)
                    .matches(status -> status.out().contains("runs, as process " + node.pid()));
            refused(uninstall(home), "the node runs, as process " + node.pid());
            node.kill();
        }
        assertThat(Spoken.by("status", home.toString()).exitCode()).isEqualTo(4);
        refused(uninstall(home), "holds writes that are in no SSTable");
        try (HomeNode node = HomeNode.start(home, ADDRESS).awaitReady();
                CqlSession session = node.connect()) {
            assertThat(ids(session)).isEqualTo(range(3 * ROWS));
            insert(session, 3 * ROWS, 4 * ROWS);
            node.drainAndStop();
        }
        Spoken clean = Spoken.by("status", home.toString(), "--json");
        assertThat(clean.exitCode()).isZero();
        assertThat(clean.out()).contains("\"installed\":true", "\"journalState\":\"clean\"");
        done(uninstall(home), "the next start is without Firesteel");
        assertThat(configuration(home)).isEqualTo(before);
        assertThat(home.resolve("lib/firesteel")).doesNotExist();
        try (HomeNode stock = HomeNode.start(home, ADDRESS).awaitReady();
                CqlSession session = stock.connect()) {
            assertThat(stock.said("Firesteel")).isFalse();
            assertThat(ids(session)).isEqualTo(range(4 * ROWS));
        }
    }

    private Path journal() {
        return root.resolve("journal");
    }

    private Spoken install(Path home) {
        return Spoken.by(
                "install",
                home.toString(),
                "--journal",
                journal().toString(),
                "--journal-size",
                "128MiB",
                "--yes");
    }

    private static Spoken uninstall(Path home) {
        return Spoken.by("uninstall", home.toString(), "--yes");
    }

    private static void done(Spoken spoken, String line) {
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
        assertThat(spoken.out().lines()).contains(line);
    }

    private static void refused(Spoken spoken, String reason) {
        assertThat(spoken.exitCode()).as(spoken.out()).isEqualTo(1);
        assertThat(spoken.err().lines())
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("firesteel: ").contains(reason));
    }

    private static void insert(CqlSession session, int from, int to) {
        PreparedStatement insert = session.prepare("INSERT INTO k.t (id, v) VALUES (?, ?)");
        for (int id = from; id < to; id++) session.execute(insert.bind(id, "row " + id));
    }

    private static List<Integer> ids(CqlSession session) {
        List<Integer> ids = new ArrayList<>();
        session.execute("SELECT id FROM k.t").forEach(row -> ids.add(row.getInt("id")));
        return ids.stream().sorted().toList();
    }

    private static List<Integer> range(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    private static void flush(HomeNode node) throws Exception {
        try (JMXConnector management = RunningNode.of(node.pid()).management()) {
            management
                    .getMBeanServerConnection()
                    .invoke(
                            new ObjectName("org.apache.cassandra.db:type=StorageService"),
                            "forceKeyspaceFlush",
                            new Object[] {"k", new String[0]},
                            new String[] {String.class.getName(), String[].class.getName()});
        }
    }

    private static Map<String, String> configuration(Path home) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(home.resolve("conf"))) {
            for (Path each : all.toList())
                files.put(
                        each.getFileName().toString(),
                        Files.readString(each, StandardCharsets.ISO_8859_1));
        }
        return files;
    }
}
