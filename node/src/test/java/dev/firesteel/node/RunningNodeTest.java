// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningNodeTest {
    @TempDir Path directory;

    @Test
    void killsTheProcessOfADirectoryAndNoOther() throws IOException {
        Process node = new ProcessBuilder("sleep", "60").start();
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            new PidFile(new NodeDirectory(directory).pidFile()).write(node.toHandle());
            RunningNode.killIn(directory);
            assertThat(node.isAlive()).isFalse();
            assertThat(other.isAlive()).isTrue();
            RunningNode.killIn(directory);
            RunningNode.killIn(directory.resolve("nothing"));
            assertThat(other.isAlive()).isTrue();
        } finally {
            node.destroyForcibly();
            other.destroyForcibly();
        }
    }
}
