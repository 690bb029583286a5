// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.lab.bench.PageCache;
import dev.firesteel.lab.bench.Writeback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryGroupTest {
    private static final String NAME = "firesteel-test-" + ProcessHandle.current().pid();
    private static final long LIMIT = 64 << 20;

    /** A command that exceeds the limit in one process, by doubling. */
    private static final String TOO_MUCH = "x=0123456789abcdef; while :; do x=$x$x; done";

    @TempDir Path directory;

    @Test
    void aProcessThatNeedsMoreIsKilledAndCounted() throws Exception {
        assumeTrue(isPossible(), "no right to make a control group");
        Path made;
        try (MemoryGroup group = MemoryGroup.make(ControlGroup.ROOT, NAME, LIMIT)) {
            made = group.processes();
            assertThat(group.killed()).isZero();
            Process process = inside(group, TOO_MUCH);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(128 + 9);
            assertThat(group.killed()).isEqualTo(1);
        }
        assertThat(made.getParent()).doesNotExist();
    }

    @Test
    void whatAProcessReadsOfAFileCountsAsTheGroups() throws Exception {
        assumeTrue(isPossible(), "no right to make a control group");
        Path file = Files.write(directory.resolve("file"), new byte[16 << 20]);
        Writeback.finish(directory);
        assertThat(PageCache.drop(file)).isTrue();
        try (MemoryGroup group = MemoryGroup.make(ControlGroup.ROOT, NAME, LIMIT)) {
            Process process = inside(group, "cat " + file + " > /dev/null");
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(group.pageCacheBytes()).isBetween(15L << 20, 30L << 20);
        }
    }

    @RepeatedTest(3) // a process that was forking has sometimes survived
    void whatAGroupOfTheSameNameHasLeftIsKilled() throws Exception {
        assumeTrue(isPossible(), "no right to make a control group");
        MemoryGroup left = MemoryGroup.make(ControlGroup.ROOT, NAME, LIMIT);
        Process process = inside(left, "sleep 600");
        try {
            while (Files.readAllLines(left.processes()).isEmpty()) Thread.onSpinWait();
            try (MemoryGroup group = MemoryGroup.make(ControlGroup.ROOT, NAME, LIMIT)) {
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(Files.readAllLines(group.processes())).isEmpty();
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(left.processes().getParent()).doesNotExist();
    }

    /** With cgroup version 2, the group that limits a drive is the same one. */
    @Test
    void aGroupThatIsGoneIsClosed() throws IOException {
        assumeTrue(isPossible(), "no right to make a control group");
        MemoryGroup one = MemoryGroup.make(ControlGroup.ROOT, NAME, LIMIT);
        MemoryGroup same = MemoryGroup.make(ControlGroup.ROOT, NAME, LIMIT);
        same.close();
        one.close();
        assertThat(one.processes().getParent()).doesNotExist();
    }

    @Test
    void aMachineWithoutSuchGroupsIsRefused() throws IOException {
        assertThatThrownBy(() -> MemoryGroup.make(directory, NAME, LIMIT))
                .isInstanceOf(ControlGroupException.class)
                .hasMessage(
                        "This machine has no control groups for memory in %s: a node's memory"
                                        .formatted(directory.resolve("memory"))
                                + " cannot be limited");
        Files.createFile(directory.resolve("cgroup.controllers"));
        Files.writeString(directory.resolve("cgroup.subtree_control"), "cpu io\n");
        assertThatThrownBy(() -> MemoryGroup.make(directory, NAME, LIMIT))
                .isInstanceOf(ControlGroupException.class)
                .hasMessageContaining("no control groups for memory in " + directory + ":");
    }

    private static boolean isPossible() throws IOException {
        try {
            MemoryGroup.make(ControlGroup.ROOT, NAME, LIMIT).close();
            return true;
        } catch (ControlGroupException e) {
            return false;
        }
    }

    private static Process inside(MemoryGroup group, String script) throws IOException {
        String join = "echo $$ > " + group.processes() + " && ";
        return new ProcessBuilder(List.of("sh", "-c", join + script)).start();
    }
}
