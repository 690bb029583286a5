// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.CassandraRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests an unsupported future release, which {@code .ci/compatibility} sets as the newest. The
 * agent must not start anything that would go wrong. Once such a release fits, this test fails:
 * then run all other tests with it.
 */
class PreviewIT {
    @TempDir Path directory;
    private FiresteelNode firesteel;

    @BeforeEach
    void placeNode() throws IOException {
        String newest = CassandraRelease.newest().version();
        assumeThat(newest).as("a release that we support").doesNotStartWith("5.0.");
        firesteel = new FiresteelNode(directory, newest, "127.0.2.33").formatted();
    }

    @Test
    void saysWhatDoesNotFitAndLeavesTheJournalAlone() throws Exception {
        String before = FiresteelNode.hash(firesteel.journal);
        try (CassandraNode node = firesteel.settings().start()) {
            await().atMost(FiresteelNode.PATIENCE)
                    .until(() -> firesteel.console().contains("own commit log, without Firesteel"));
            await().atMost(FiresteelNode.PATIENCE).until(firesteel::hasStockCommitLog);
            assertThat(firesteel.console()).contains("Firesteel: this Cassandra is not supported");
        }
        assertThat(FiresteelNode.hash(firesteel.journal)).isEqualTo(before);
    }

    @Test
    void doesNotStartOverWritesThatNobodyWouldReplay() throws Exception {
        Files.createDirectories(firesteel.commitLog());
        new StartGuardFile(firesteel.commitLog()).place();
        try (CassandraNode node = firesteel.settings().start()) {
            node.onExit().get(FiresteelNode.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(node.exitCode()).as(firesteel.console()).isEqualTo(Refusal.EXIT_CODE);
        }
        assertThat(firesteel.console())
                .contains("the journal holds writes that have not been replayed");
    }
}
