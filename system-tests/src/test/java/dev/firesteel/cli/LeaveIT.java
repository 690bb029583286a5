// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a node with its journal on a block device can leave without a drain or a loss. */
@Tag("full")
class LeaveIT {
    private static final String ADDRESS = "127.0.73.3";
    private static final int ROWS = 200;
    private static final long DEVICE_BYTES = (1 << 20) + (320L << 20);

    @TempDir Path root;

    private Path home;
    private String device = "";

    @BeforeEach
    void attachADevice() throws Exception {
        assumeTrue(
                Files.isWritable(Path.of("/dev/loop-control")),
                "skipped: not root, so there is no loop device");
        Path backing = root.resolve("backing");
        try (RandomAccessFile file = new RandomAccessFile(backing.toFile(), "rw")) {
            file.setLength(DEVICE_BYTES);
        }
        device = run("losetup", "--find", "--show", backing.toString());
        home = root.resolve("apache-cassandra");
        HomeNode.layOut(home, ADDRESS);
    }

    @AfterEach
    void detachIt() throws Exception {
        if (!device.isEmpty()) run("losetup", "--detach", device);
    }

    @Test
    void nothingIsLostByAKillAnExportAndAStockNode() throws Exception {
        try (HomeNode stock = HomeNode.start(home, ADDRESS).awaitReady();
                CqlSession session = stock.connect()) {
            session.execute(
                    "CREATE KEYSPACE k WITH replication = "
                            + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
            session.execute("CREATE TABLE k.t (id int PRIMARY KEY, v text)");
            insert(session, 0, ROWS);
            stock.kill();
        }
        done(Spoken.by("install", home.toString(), "--journal", device, "--yes"));
        try (HomeNode node = HomeNode.start(home, ADDRESS).awaitReady();
                CqlSession session = node.connect()) {
            assertThat(node.said("the commit log is the journal " + device)).isTrue();
            assertThat(ids(session)).isEqualTo(range(ROWS));
            insert(session, ROWS, 2 * ROWS);
            node.kill();
        }
        stockRefusesAndSaysWhereToLook();
        try (HomeNode node = HomeNode.start(home, ADDRESS).awaitReady();
                CqlSession session = node.connect()) {
            assertThat(ids(session)).isEqualTo(range(2 * ROWS));
            insert(session, 2 * ROWS, 3 * ROWS);
            node.kill();
        }
        exportAndUninstall();
        try (HomeNode stock = HomeNode.start(home, ADDRESS).awaitReady();
                CqlSession session = stock.connect()) {
            assertThat(stock.said("Firesteel")).isFalse();
            assertThat(ids(session)).isEqualTo(range(3 * ROWS));
        }
    }

    /** The option that loads Firesteel is removed by hand, and then restored. */
    private void stockRefusesAndSaysWhereToLook() throws Exception {
        Path options = home.resolve("conf/jvm-server.options");
        List<String> installed = Files.readAllLines(options);
        Files.write(
                options,
                installed.stream().filter(line -> !line.startsWith("-javaagent:")).toList());
        try (HomeNode stock = HomeNode.start(home, ADDRESS)) {
            assertThat(stock.awaitRefusal()).isNotZero();
            assertThat(stock.said(String.valueOf(poison().getFileName()))).isTrue();
        }
        assertThat(poison()).content().contains("Start Cassandra with\nFiresteel and drain it");
        Files.write(options, installed);
    }

    /** Follows docs/operating/backup.md. */
    private void exportAndUninstall() throws IOException {
        Path exported = root.resolve("exported");
        Spoken uninstall = Spoken.by("uninstall", home.toString(), "--yes");
        assertThat(uninstall.exitCode()).isEqualTo(1);
        assertThat(uninstall.err()).contains("holds writes that are in no SSTable");
        done(Spoken.by("journal", "export", device, exported.toString()));
        try (Stream<Path> files = Files.list(exported)) {
            for (Path each : files.toList())
                Files.copy(each, commitLog().resolve(String.valueOf(each.getFileName())));
        }
        Files.move(poison(), root.resolve("poison"));
        done(Spoken.by("uninstall", home.toString(), "--yes"));
        assertThat(home.resolve("lib/firesteel")).doesNotExist();
    }

    private Path commitLog() {
        return home.resolve("data/commitlog");
    }

    private Path poison() {
        return commitLog().resolve("CommitLog-7-1.log");
    }

    private static void done(Spoken spoken) {
        assertThat(spoken.exitCode()).as(spoken.err()).isZero();
    }

    private static void insert(CqlSession session, int from, int to) {
        PreparedStatement insert = session.prepare("INSERT INTO k.t (id, v) VALUES (?, ?)");
        for (int id = from; id < to; id++) session.execute(insert.bind(id, "row " + id));
    }

    private static List<Integer> ids(CqlSession session) {
        return session.execute("SELECT id FROM k.t").all().stream()
                .map(row -> row.getInt("id"))
                .sorted()
                .toList();
    }

    private static List<Integer> range(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
