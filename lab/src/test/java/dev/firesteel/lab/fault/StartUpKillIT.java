// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that ends before it is killed. */
class StartUpKillIT {
    @TempDir Path directory;

    @Test
    void aNodeThatEndsByItselfInItsReplayWasNotKilledThere() {
        StartUpKill kill = new StartUpKill(new SplittableRandom(1), System::nanoTime);
        NodeSettings settings =
                CassandraNode.at(directory).address("127.0.72.1").jvmOption("-XX:NoSuchOption");
        assertThatThrownBy(() -> kill.kill(settings, this::startInReplay, CassandraNode::kill))
                .isInstanceOf(FindingException.class)
                .hasMessageContaining("ended by itself in its start with exit code 1");
    }

    /** As if it had begun to replay, and had ended by then; its JVM refuses an option. */
    private CassandraNode startInReplay(NodeSettings settings) throws IOException {
        Path log = settings.directory().log();
        Files.createDirectories(log.resolveSibling(""));
        CassandraNode node = settings.start();
        Files.writeString(
                log,
                "INFO - Replaying the journal\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return node.onExit().join();
    }
}
