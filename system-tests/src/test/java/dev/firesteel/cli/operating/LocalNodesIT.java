// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.cli.common.Console;
import dev.firesteel.node.CassandraCluster;
import dev.firesteel.node.CassandraNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Ends a node that does not drain, as one whose drive is full. */
@Tag("full")
class LocalNodesIT {
    private static final String ADDRESS = "127.0.81.1";
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);

    @TempDir Path directory;

    @Test
    void killsANodeThatDoesNotDrain() throws Exception {
        StringWriter notes = new StringWriter();
        CommandLine command = new CommandLine(CommandSpec.create());
        command.setErr(new PrintWriter(notes));
        try (CassandraCluster cluster =
                CassandraCluster.at(directory, ADDRESS, 1).each(node -> node.heap("512M"))) {
            cluster.start(START_PATIENCE, ready -> {});
            CassandraNode node = cluster.nodes().get(0);
            node.suspend();
            LocalNodes nodes = new LocalNodes(cluster, true, new Console(command), () -> {});
            assertThat(nodes.drain(Duration.ofSeconds(1), Duration.ofSeconds(4))).isEqualTo(1);
            assertThat(node.isAlive()).isFalse();
            assertThat(notes.toString().lines())
                    .contains(
                            "The node on 127.0.81.1 has not ended after 1 s. To end it at once:",
                            "kill -9 " + node.pid(),
                            "Its acknowledged writes stay in its journal.",
                            "Killed. If its drive is full, make room first.")
                    .endsWith("Acknowledged writes are in the journal: run the same command again.")
                    .anyMatch(line -> line.contains("has not drained within 4 s"));
        }
    }
}
