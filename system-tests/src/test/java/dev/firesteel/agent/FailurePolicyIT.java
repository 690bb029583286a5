// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the effect of {@code commit_failure_policy} on a journal whose device fails. */
class FailurePolicyIT {
    private static final String ADDRESS = "127.0.2.4";
    private static final int PROMETHEUS_PORT = 9500;
    private static final int ROWS = 100;
    private static final int KILLED_BY_POLICY = 100;
    private static final String OPENED = "Firesteel: the commit log is the journal";
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void placeNode() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "prlimit is not installed");
        String newest = Releases.newest();
        firesteel = new FiresteelNode(directory, newest, ADDRESS).formatted();
    }

    private NodeSettings settings(String policy) {
        return firesteel.settings().setting("commit_failure_policy", policy);
    }

    @Test
    void readsGoOnAndWritesFail() throws Exception {
        try (CassandraNode node = start(settings("stop_commit"));
                CqlSession session = FiresteelNode.connect(node);
                NodeBeans beans = new NodeBeans(node)) {
            assertThat(beans.hasJournalFailed()).isFalse();
            fail(node, session);
            assertReadsGoOnAndWritesFail(session);
            assertThat(beans.hasJournalFailed()).isTrue();
            assertThat(session.execute("SELECT failed FROM firesteel.journal").one().getBoolean(0))
                    .isTrue();
            assertThat(beans.clientWrites("Failures")).isEqualTo(4);
            assertThat(beans.clientWrites("Latency")).isEqualTo(ROWS + 4);
        }
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(rows(ROWS));
        }
    }

    @Test
    @Tag("full")
    void noLogContainsASuccessOfAWriteThatFailed() throws Exception {
        NodeSettings settings = settings("ignore").firesteel("journal_wait_for_flash", "memtable");
        try (CassandraNode node = start(settings);
                CqlSession session = FiresteelNode.connect(node);
                NodeBeans beans = new NodeBeans(node);
                QueryLogs logs = new QueryLogs(firesteel, beans)) {
            String before = "SELECT v FROM k.t WHERE id = 1";
            session.execute(before);
            logs.assertSuccess(before);
            fail(node, session);
            assertReadsGoOnAndWritesFail(session);
            String after = "SELECT v FROM k.t WHERE id = 2";
            session.execute(after);
            logs.assertSuccess(after);
            logs.assertFailure("INSERT INTO k.t (id, v) VALUES (" + ROWS);
        }
    }

    private void assertReadsGoOnAndWritesFail(CqlSession session) throws IOException {
        assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(rows(ROWS));
        for (int i = 0; i < 3; i++)
            assertThatThrownBy(() -> FiresteelNode.insert(session, "k.t", ROWS, ROWS + 1))
                    .isInstanceOf(WriteFailureException.class);
        assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(rows(ROWS));
        assertThat(firesteel.log())
                .containsOnlyOnce("Failed to write to the journal")
                .contains("A write has failed: the journal on " + firesteel.journal);
    }

    @Test
    @Tag("full")
    void stopClosesTheNodeToClients() throws Exception {
        NodeSettings settings =
                settings("stop")
                        .firesteel("prometheus_address", ADDRESS)
                        .firesteel("prometheus_port", PROMETHEUS_PORT);
        try (CassandraNode node = startAndFail(settings);
                NodeBeans beans = new NodeBeans(node)) {
            await().atMost(SOON).until(() -> !accepts(node));
            assertThat(node.isAlive()).isTrue();
            assertThat(beans.hasJournalFailed()).isTrue();
            URI metrics = URI.create("http://" + ADDRESS + ":" + PROMETHEUS_PORT + "/metrics");
            String page =
                    HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(metrics).build(),
                                    HttpResponse.BodyHandlers.ofString())
                            .body();
            assertThat(page.lines()).contains("firesteel_journal_failed 1.0");
        }
    }

    @Test
    void aDeletedFileIsCopiedBackBeforeThePolicy() throws Exception {
        try (CassandraNode node = start(settings("die"))) {
            Files.delete(firesteel.journal);
            node.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).isEqualTo(KILLED_BY_POLICY);
        }
        assertThat(firesteel.log())
                .contains("The file of the journal, " + firesteel.journal + ", was deleted")
                .contains("The journal was copied back to " + firesteel.journal + ". Stop");
        assertStartsWithAllRows();
    }

    private void assertStartsWithAllRows() throws Exception {
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(rows(ROWS));
        }
    }

    /** Another file is in its place, and the copy is deleted, too; then the node is stopped. */
    @Test
    @Tag("full")
    void aDeletedFileIsCopiedBackAsOftenAsItTakes() throws Exception {
        Path copy = firesteel.journal.resolveSibling("journal.rescued");
        try (CassandraNode node = start(settings("ignore"));
                CqlSession session = FiresteelNode.connect(node)) {
            Files.delete(firesteel.journal);
            Files.createFile(firesteel.journal);
            await().atMost(SOON).until(() -> Files.exists(copy));
            assertThatThrownBy(() -> FiresteelNode.insert(session, "k.t", ROWS, ROWS + 1))
                    .isInstanceOf(DriverException.class);
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(rows(ROWS));
            Files.delete(copy);
            Files.delete(firesteel.journal);
            await().atMost(SOON).until(() -> Files.exists(firesteel.journal));
            Files.delete(firesteel.journal);
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        assertStartsWithAllRows();
    }

    /** The stop needs no second copy, for which there may be no room. */
    @Test
    @Tag("full")
    void aFileThatIsDeletedAfterAFailureIsCopiedBack() throws Exception {
        try (CassandraNode node = start(settings("stop_commit"));
                CqlSession session = FiresteelNode.connect(node)) {
            fail(node, session);
            FiresteelNode.unlimitFileSize(node);
            Files.delete(firesteel.journal);
            await().atMost(SOON).until(() -> Files.exists(firesteel.journal));
            Path draft =
                    Files.createDirectory(
                            firesteel.journal.resolveSibling("journal.firesteel-copy"));
            Files.createFile(draft.resolve("in the way"));
            node.drainAndStop(FiresteelNode.PATIENCE);
        }
        assertThat(firesteel.log()).doesNotContain("cannot be copied back");
        assertThat(firesteel.poison()).exists();
        assertStartsWithAllRows();
    }

    /** A rejected write ends the start while the copy is made. */
    @Test
    @Tag("full")
    void aFileThatIsDeletedDuringAStartIsCopiedBack() throws Exception {
        Files.delete(firesteel.journal);
        firesteel.formatted(64 << 20, 48);
        try (CassandraNode node = start(settings("ignore"))) {
            node.kill();
        }
        Path log = firesteel.root.resolve("logs").resolve("system.log");
        Files.delete(log);
        try (CassandraNode node = firesteel.settings().start()) {
            await().pollInterval(Duration.ofMillis(10))
                    .atMost(FiresteelNode.PATIENCE)
                    .until(() -> Files.exists(log) && firesteel.log().contains(OPENED));
            Files.delete(firesteel.journal);
            node.onExit().get(FiresteelNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(firesteel.log())
                .contains("Exception encountered during startup", "was copied back");
        assertStartsWithAllRows();
    }

    @Test
    @Tag("full")
    void aDeletedFileIsFlushedWhereItCannotBeCopied() throws Exception {
        Path draft =
                Files.createDirectory(firesteel.journal.resolveSibling("journal.firesteel-copy"));
        Files.createFile(draft.resolve("in the way"));
        try (CassandraNode node = start(settings("ignore"))) {
            Files.delete(firesteel.journal);
            await().atMost(SOON).until(() -> !Files.exists(firesteel.poison()));
            node.kill();
        }
        assertThat(firesteel.log())
                .contains("The journal cannot be copied back to its path")
                .contains("Every acknowledged write is in SSTables");
        firesteel.formatted();
        assertStartsWithAllRows();
    }

    @Test
    @Tag("full")
    void dieEndsTheProcess() throws Exception {
        try (CassandraNode node = startAndFail(settings("die"))) {
            node.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).isEqualTo(KILLED_BY_POLICY);
        }
    }

    private CassandraNode startAndFail(NodeSettings settings) throws Exception {
        CassandraNode node = start(settings);
        try (CqlSession session = FiresteelNode.connect(node)) {
            fail(node, session);
        }
        return node;
    }

    /** Starts a node with some rows. */
    private static CassandraNode start(NodeSettings settings) throws Exception {
        CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
        try (CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            FiresteelNode.insert(session, "k.t", 0, ROWS);
        }
        return node;
    }

    /** Fails every write to the journal from now on, beginning with a client's write. */
    private static void fail(CassandraNode node, CqlSession session) throws Exception {
        FiresteelNode.limitFileSize(node, 1 << 20);
        assertThatThrownBy(() -> FiresteelNode.insert(session, "k.t", ROWS, ROWS + 1))
                .isInstanceOf(DriverException.class);
    }

    private static boolean accepts(CassandraNode node) {
        try (Socket socket = new Socket()) {
            socket.connect(node.contactPoint(), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<Integer> rows(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
