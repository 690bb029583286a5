// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.Releases;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code commit_failure_policy} does about a journal whose device fails. */
class FailurePolicyIT {
    private static final int ROWS = 100;
    private static final int KILLED_BY_POLICY = 100;
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir Path directory;
    private FiresteelNode firesteel;
    private @Nullable Throwable failure; // of the first write that failed

    @BeforeEach
    void placeNode() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/prlimit")), "prlimit is not installed");
        String newest = Releases.newest();
        firesteel = new FiresteelNode(directory, newest, "127.0.2.4").formatted();
    }

    private NodeSettings settings(String policy) {
        return firesteel.settings().setting("commit_failure_policy", policy);
    }

    @ParameterizedTest
    @CsvSource({"stop_commit, reply", "ignore, memtable"})
    void readsGoOnAndWritesFail(String policy, String waits) throws Exception {
        NodeSettings settings = settings(policy).firesteel("journal_wait_for_flash", waits);
        try (CassandraNode node = startAndFail(settings);
                CqlSession session = FiresteelNode.connect(node)) {
            for (int i = 0; i < 3; i++)
                assertThatThrownBy(() -> FiresteelNode.insert(session, "k.t", ROWS, ROWS + 1))
                        .isInstanceOf(WriteFailureException.class);
            assertThat(FiresteelNode.ids(session, "k.t")).isEqualTo(rows(ROWS));
            assertThat(firesteel.log())
                    .containsOnlyOnce("Failed to write to the journal")
                    .contains("A write has failed: the journal on " + firesteel.journal);
        }
        if (policy.equals("ignore")) return;
        try (CassandraNode node = firesteel.start();
                CqlSession session = FiresteelNode.connect(node)) {
            assertThat(FiresteelNode.ids(session, "k.t")).containsAll(rows(ROWS));
        }
    }

    @Test
    void stopClosesTheNodeToClients() throws Exception {
        try (CassandraNode node = startAndFail(settings("stop"))) {
            await().atMost(SOON).until(() -> !accepts(node));
            assertThat(node.isAlive()).isTrue();
        }
    }

    @Test
    void dieEndsTheProcess() throws Exception {
        try (CassandraNode node = startAndFail(settings("die"))) {
            node.onExit().get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).isEqualTo(KILLED_BY_POLICY);
        }
    }

    /** Writes some rows, and then makes every write to the journal fail. */
    private CassandraNode startAndFail(NodeSettings settings) throws Exception {
        CassandraNode node = settings.start().awaitReady(FiresteelNode.PATIENCE);
        try (CqlSession session = FiresteelNode.connect(node)) {
            FiresteelNode.createTable(session);
            FiresteelNode.insert(session, "k.t", 0, ROWS);
            FiresteelNode.limitFileSize(node, 1 << 20);
            failure = catchThrowable(() -> FiresteelNode.insert(session, "k.t", ROWS, ROWS + 1));
            assertThat(failure).isNotNull();
        }
        return node;
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
