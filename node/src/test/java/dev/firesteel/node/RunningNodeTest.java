// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningNodeTest {
    @TempDir Path directory;

    @Test
    void killsTheProcessOfADirectoryAndNoOther() throws IOException {
        Process node = new ProcessBuilder("sleep", "60").start();
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            PidFile.in(directory).write(node.toHandle());
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

    @Test
    void killsTheProcessesOfDirectoriesBelowOne() throws IOException {
        List<Process> nodes = new ArrayList<>();
        Process other = new ProcessBuilder("sleep", "60").start();
        try {
            PidFile.in(Files.createDirectories(directory.resolve("other"))).write(other.toHandle());
            for (String name : List.of("", "node1", "firesteel-cluster/node1")) {
                Path root = Files.createDirectories(directory.resolve("work").resolve(name));
                nodes.add(new ProcessBuilder("sleep", "60").start());
                PidFile.in(root).write(nodes.get(nodes.size() - 1).toHandle());
            }
            RunningNode.killBelow(directory.resolve("work"));
            assertThat(nodes).noneMatch(Process::isAlive);
            RunningNode.killBelow(directory.resolve("nothing"));
            assertThat(other.isAlive()).isTrue();
        } finally {
            nodes.forEach(Process::destroyForcibly);
            other.destroyForcibly();
        }
    }
}
