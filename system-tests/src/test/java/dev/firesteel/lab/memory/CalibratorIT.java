// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.firesteel.journal.JournalFormat;
import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.CalibrationFile;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class CalibratorIT {
    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");

    @TempDir Path directory = Path.of("");

    private final List<String> told = new ArrayList<>();

    /** One measurement of three exists already. */
    @Test
    void goesOnWithWhatWasMeasuredAndLeavesNothingBehindButResults() throws Exception {
        assumeThat(AGENT).as("the agent is not built").exists();
        assumeThat(Settings.isMemoryLimited()).as("no right to limit memory").isTrue();
        CalibrationSettings settings = Settings.in(directory, AGENT, Mode.FIRESTEEL);
        CalibrationResults before =
                CalibrationResults.open(settings.results(), settings.empty("here"));
        before.add(Settings.run(settings, settings.plan().next(before.measured())));
        long next = settings.plan().next(before.measured());

        Calibrator calibrator =
                new Calibrator(
                        settings, "here", CalibratorIT::format, listener(), System::nanoTime);
        CassandraNode orphan = loading(settings);
        calibrator.run();

        assertThat(orphan.isAlive()).isFalse();
        Calibration measured = CalibrationFile.read(settings.results());
        assertThat(measured.runs())
                .isEqualTo(requireNonNull(calibrator.measured()).runs())
                .hasSize(3);
        assertThat(measured.runs().get(1).memtableBytes()).isEqualTo(next);
        for (Calibration.Run run : measured.runs().subList(1, 3)) {
            assertThat(run.readSeconds()).isBetween(1e-6, 1e-1);
            assertThat(run.writeSeconds()).isBetween(1e-6, 1e-1);
        }
        assertThat(told)
                .containsSubsequence("loading", "loaded", "starting 2", "warming up clients")
                .containsSubsequence("warming up", "unsettled", "measuring", "starting 3")
                .containsSubsequence("starting 3", "warming up", "unsettled", "measuring");
        assertThat(told.subList(told.indexOf("starting 3"), told.size()))
                .doesNotContain("warming up clients");
        try (var left = Files.list(settings.trial().directory())) {
            assertThat(left).extracting(Path::getFileName).containsExactly(Path.of("lock"));
        }
        for (Path root : List.of(ControlGroup.ROOT, ControlGroup.ROOT.resolve("memory")))
            assertThat(root.resolve(settings.trial().groupName())).doesNotExist();
    }

    /** Starts a node like that of a calibration killed while it loads rows. */
    private static CassandraNode loading(CalibrationSettings settings) throws IOException {
        Path rows = settings.trial().directory().resolve("firesteel-calibration/data/loaded");
        return CassandraNode.at(rows).address(settings.trial().address()).start();
    }

    private static void format(Path journal) throws IOException {
        new JournalFormat(320 << 20, 32 << 20, 28, 12).write(journal, (written, of) -> {});
    }

    private CalibrationListener listener() {
        return new CalibrationListener() {
            @Override
            public void loading(long rows, long of, double perSecond) {
                told.add("loading");
            }

            @Override
            public void loaded(long bytes) {
                assertThat(bytes).isBetween(1L << 20, 20L << 20);
                told.add("loaded");
            }

            @Override
            public void starting(int step, Budget budget) {
                told.add("starting " + step);
            }

            @Override
            public void working(String at, double perSecond) {
                told.add(at);
            }

            @Override
            public void unsettled() {
                told.add("unsettled");
            }

            @Override
            public void measured(Calibration.Run run) {
                told.add("measured");
            }
        };
    }
}
