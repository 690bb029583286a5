// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class MemoryRunsIT {
    @TempDir Path directory = Path.of("");

    /** The node's files are deleted, so its log must be copied first. */
    @Test
    @Timeout(120)
    void ofANodeThatEndsByItselfTheLogIsKept() throws Exception {
        assumeThat(Settings.isMemoryLimited()).as("no right to limit memory").isTrue();
        TrialSettings settings =
                Settings.trial(
                        "127.0.43.18",
                        directory,
                        Path.of("agent"),
                        Mode.PERIODIC,
                        "a",
                        Keys.ZIPFIAN);
        Files.createDirectories(settings.directory());
        Path kept = settings.directory().resolve("failed-node.log");
        Path node = settings.directory().resolve("firesteel-calibration/data/loaded");
        CompletableFuture<Void> end = CompletableFuture.runAsync(() -> endOnceItSpeaks(node));
        try (MemoryRuns trials =
                new MemoryRuns(
                        settings, MemoryRunsIT::noJournal, new SilentTrials(), System::nanoTime)) {
            assertThatThrownBy(() -> trials.prepare(1L << 30))
                    .isInstanceOf(CalibrationException.class)
                    .hasMessageEndingWith(
                            "The node's files are deleted; its log is kept in " + kept);
        }
        end.join();
        assertThat(kept).content().contains("Cassandra");
        try (var left = Files.list(settings.directory())) {
            assertThat(left).containsExactly(kept);
        }
    }

    private static void endOnceItSpeaks(Path node) {
        Path log = new NodeDirectory(node).log();
        await().atMost(1, TimeUnit.MINUTES)
                .until(() -> Files.exists(log) && Files.readString(log).contains("Cassandra"));
        try {
            RunningNode.killIn(node);
        } catch (NodeException e) {
            throw new AssertionError(e);
        }
    }

    private static void noJournal(Path journal) throws IOException {
        throw new IOException("nobody asked for " + journal);
    }
}
