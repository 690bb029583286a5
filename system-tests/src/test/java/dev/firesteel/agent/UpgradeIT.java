// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.CassandraRelease;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each release replays the journal of another, up and down. */
class UpgradeIT {
    private static final int ROWS = 200;

    @TempDir Path directory;

    @Test
    @Tag("full")
    void losesNothingOverAJournalThatTheOtherReleaseHasLeft() throws Exception {
        String lowest = CassandraRelease.lowest().version();
        String newest = CassandraRelease.newest().version();
        node(lowest).formatted();
        writesAndIsKilled(lowest, 0);
        writesAndIsKilled(newest, 1);
        writesAndIsKilled(lowest, 2);
        writesAndIsKilled(newest, 3);
    }

    private FiresteelNode node(String release) {
        return new FiresteelNode(directory, release, "127.0.2.29");
    }

    private void writesAndIsKilled(String release, int times) throws Exception {
        try (CassandraNode node = node(release).start();
                CqlSession session = FiresteelNode.connect(node)) {
            if (times == 0) FiresteelNode.createTable(session);
            assertThat(FiresteelNode.ids(session, "k.t"))
                    .isEqualTo(IntStream.range(0, times * ROWS).boxed().toList());
            FiresteelNode.insert(session, "k.t", times * ROWS, (times + 1) * ROWS);
            node.kill();
        }
    }
}
