// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ControlGroupException;
import dev.firesteel.lab.ProcessorGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests clusters on one machine: each is measured, and nothing of them remains. */
@Tag("full")
class ScaleIT {
    private static final String NAME = "firesteel-scale-test";

    @TempDir Path directory;

    private final List<String> told = new ArrayList<>();

    @Test
    void measuresOneNodeAndTwoAndLeavesNothingBehind() throws Exception {
        assumeTrue(isPossible(), "skipped: no right to limit processor time");
        Process left = whatAKillHasLeft();
        ScaleSettings settings =
                SmallScale.settings(List.of(1, 2), 1, directory, "127.0.31.1", "small=4:2159");
        ScaleOut scale =
                new ScaleOut(
                        settings,
                        "0.1.0",
                        journal -> {},
                        listener(),
                        InstantSource.system(),
                        System::nanoTime);

        scale.run();

        assertThat(left.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(told).containsSubsequence("1 nodes", "1 of 1", "2 nodes", "1 of 2", "2 of 2");
        ScaleResult result = scale.result(settings.kinds().get(0));
        assertThat(result.isComplete()).isTrue();
        assertThat(result.sizes()).hasSize(2);
        for (ScalePoint each : result.points()) {
            assertThat(each.opsPerSecond()).isPositive();
            assertThat(each.errors()).isZero();
            assertThat(each.clients()).isEqualTo(8 * each.nodes());
            // Nodes may exceed their share a little: the kernel hands it out in slices.
            assertThat(each.usedCores()).isBetween(0.05, 0.3);
        }
        scale.forgetIfComplete();
        try (Stream<Path> files = Files.walk(directory).filter(Files::isRegularFile)) {
            assertThat(files).containsExactly(directory.resolve("lock"));
        }
        for (String controller : List.of("", "cpu"))
            assertThat(ControlGroup.ROOT.resolve(controller).resolve(group(1))).doesNotExist();
    }

    /** Starts a process in a control group that is to be reused. */
    private Process whatAKillHasLeft() throws IOException {
        ProcessorGroup group = ProcessorGroup.make(ControlGroup.ROOT, group(9));
        Process process =
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "echo $$ > \"$1\" && exec sleep 600",
                                "sh",
                                "" + group.processes())
                        .start();
        await().until(() -> !Files.readAllLines(group.processes()).isEmpty());
        return process;
    }

    private String group(int node) {
        return ClusterRun.groupPrefix(directory) + node;
    }

    private ScaleListener listener() {
        return new ScaleListener() {
            @Override
            public void starting(int step, int round, String kind, int nodes) {
                told.add(nodes + " nodes");
            }

            @Override
            public void started(int nodes, int of) {
                told.add(nodes + " of " + of);
            }

            @Override
            public void working(String at, double perSecond) {}

            @Override
            public void measured(ScalePoint point) {}
        };
    }

    private static boolean isPossible() throws IOException {
        try {
            ProcessorGroup.make(ControlGroup.ROOT, NAME).close();
            return true;
        } catch (ControlGroupException e) {
            return false;
        }
    }
}
