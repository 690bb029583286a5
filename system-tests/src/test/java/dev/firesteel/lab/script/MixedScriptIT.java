// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.TestJournal;
import dev.firesteel.lab.crash.StockTarget;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MixedScriptIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int ROUNDS = 30;

    @TempDir Path directory;

    @Test
    @Tag("full")
    void leavesTheSameOnStockAndOnFiresteelBeforeAndAfterAKill() throws Exception {
        Target firesteel = TestJournal.inFile(directory.resolve("journal"));
        Map<String, List<String>> stock = contentsAfterAKill(new StockTarget());
        assertThat(stock).hasSize(20);
        assertThat(stock.values()).allMatch(rows -> !rows.isEmpty());
        assertThat(contentsAfterAKill(firesteel)).containsExactlyEntriesOf(stock);
    }

    /**
     * Runs the script, kills the node, restarts it, and asserts that the contents are unchanged.
     */
    private Map<String, List<String>> contentsAfterAKill(Target target) throws Exception {
        target.prepare();
        Map<String, List<String>> before;
        try (CassandraNode node = settings(target).start().awaitReady(PATIENCE);
                CqlSession session = LabSession.openAlone(node.contactPoint())) {
            target.requireGenuine(node, session);
            MixedScript script = new MixedScript(session, ROUNDS);
            script.run();
            await().atMost(PATIENCE).until(script::hasExpired);
            before = script.contents();
            node.kill();
        }
        try (CassandraNode node = settings(target).start().awaitReady(PATIENCE);
                CqlSession session = LabSession.openAlone(node.contactPoint())) {
            Map<String, List<String>> after = new MixedScript(session, ROUNDS).contents();
            assertThat(after).containsExactlyEntriesOf(before);
            return after;
        }
    }

    private NodeSettings settings(Target target) {
        NodeSettings settings =
                CassandraNode.at(directory.resolve(target.name()))
                        .address("127.0.3.4")
                        .heap("512M")
                        .shortLived();
        target.configure(settings);
        return settings;
    }
}
