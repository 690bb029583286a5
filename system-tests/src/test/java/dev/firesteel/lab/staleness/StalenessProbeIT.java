// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.journal.JournalFormat;
import dev.firesteel.lab.ClusterAccess;
import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ControlGroupException;
import dev.firesteel.lab.ProcessorGroup;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.StartedNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests two nodes with journals, whose reads are mostly slower than their messages. */
class StalenessProbeIT {
    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");

    @TempDir Path directory;

    private final List<String> told = new ArrayList<>();

    @Test
    @Tag("full")
    void measuresAClusterAndPredictsItFromItsTraces() throws Exception {
        assumeThat(AGENT).as("the agent is not built").exists();
        assumeTrue(isPossible(), "skipped: no right to limit processor time");
        ProbeSettings settings =
                new ProbeSettings(
                        new Quorum(2, 1, 1),
                        List.of(),
                        2,
                        0.3,
                        new StartedNodes(
                                Mode.FIRESTEEL, AGENT, directory, "127.0.32.1", 512 << 20, null),
                        List.of(0.0, 500.0),
                        2,
                        5,
                        10,
                        1);
        StalenessProbe probe =
                new StalenessProbe(
                        settings,
                        ClusterAccess.PLAIN,
                        StalenessProbeIT::format,
                        listener(),
                        System::nanoTime);

        probe.run();

        ProbeResult result = probe.result().orElseThrow();
        assertThat(told).contains("2 of 2", "warming up", "limited", "measuring");
        assertThat(result.isComplete()).isTrue();
        assertThat(result.failures()).isZero();
        assertThat(result.writer()).isNotEqualTo(result.reader());
        assertThat(result.tracedWrites()).isPositive();
        assertThat(result.tracedReads()).isPositive();
        // Both nodes trace, including the one whose journal delays its answer.
        assertThat(result.incomplete())
                .isLessThan((result.tracedWrites() + result.tracedReads()) / 5 + 2);
        assertThat(result.points()).hasSize(2);
        for (DelayPoint each : result.points()) {
            assertThat(each.meanMillis()).isGreaterThanOrEqualTo(each.delayMillis());
            assertThat(each.trials()).isPositive();
        }
        // No message takes half a second.
        assertThat(result.points().get(1).fresh()).isEqualTo(1);
        assertThat(result.points().get(1).predicted()).isGreaterThan(0.95);
        try (Stream<Path> files = Files.walk(directory).filter(Files::isRegularFile)) {
            assertThat(files).containsExactly(directory.resolve("lock"));
        }
    }

    private static void format(Path journal) throws IOException {
        new JournalFormat(320 << 20, 32 << 20, 28, 12).write(journal, (written, of) -> {});
    }

    private ProbeListener listener() {
        return new ProbeListener() {
            @Override
            public void started(int nodes, int of) {
                told.add(nodes + " of " + of);
            }

            @Override
            public void working(String at, double perSecond) {
                told.add(at);
            }
        };
    }

    private static boolean isPossible() throws IOException {
        try {
            ProcessorGroup.make(ControlGroup.ROOT, "firesteel-staleness-test").close();
            return true;
        } catch (ControlGroupException e) {
            return false;
        }
    }
}
