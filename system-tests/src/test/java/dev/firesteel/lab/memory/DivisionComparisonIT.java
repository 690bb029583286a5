// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.firesteel.journal.JournalFormat;
import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ResultsException;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DivisionComparisonIT {
    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");

    @TempDir Path directory = Path.of("");

    private final List<String> told = new ArrayList<>();

    private ComparisonSettings settings(Path agent, int rounds) throws Exception {
        Layout layout = Settings.layout(1536);
        return new ComparisonSettings(
                Settings.trial(
                        "127.0.43.11", directory, agent, Mode.FIRESTEEL, "a", Keys.TRUE_ZIPFIAN),
                directory.resolve("results/c.jsonl"),
                List.of(
                        new Division("defaults", Budget.byDefault(layout)),
                        new Division("32MiB", layout.budget(32 * Budget.MIB))),
                rounds);
    }

    private DivisionComparison comparison(ComparisonSettings settings) {
        return new DivisionComparison(
                settings,
                "test",
                DivisionComparisonIT::format,
                listener(),
                Clock.systemUTC(),
                System::nanoTime);
    }

    private static void format(Path journal) throws IOException {
        new JournalFormat(320 << 20, 32 << 20, 28, 12).write(journal, (written, of) -> {});
    }

    private static ComparedRun run(int round, Division division) {
        Budget budget = division.budget();
        return new ComparedRun(
                round,
                division.name(),
                new Calibration.Run(budget.memtableBytes(), budget.cacheBytes(), 1e-4, 2e-4, 0.5));
    }

    /** One measurement of two exists already. */
    @Test
    @Tag("full")
    void goesOnWithWhatWasMeasuredAndLeavesNothingBehindButResults() throws Exception {
        assumeThat(AGENT).as("the agent is not built").exists();
        assumeThat(Settings.isMemoryLimited()).as("no right to limit memory").isTrue();
        ComparisonSettings settings = settings(AGENT, 1);
        ComparedRun before = run(1, settings.divisions().get(0));
        DivisionComparison comparison = comparison(settings);
        comparison.open().add(before);

        comparison.run();

        assertThat(comparison.runs()).hasSize(2).startsWith(before);
        ComparedRun run = comparison.runs().get(1);
        assertThat(run.division()).isEqualTo("32MiB");
        assertThat(run.run().readSeconds()).isBetween(1e-6, 1e-1);
        assertThat(run.run().writeSeconds()).isBetween(1e-6, 1e-1);
        assertThat(told)
                .containsSubsequence("loading", "loaded", "round 1, 32MiB", "measuring", "measured")
                .doesNotContain("round 1, defaults");
        try (var left = Files.list(settings.trial().directory())) {
            assertThat(left).extracting(Path::getFileName).containsExactly(Path.of("lock"));
        }
        for (Path root : List.of(ControlGroup.ROOT, ControlGroup.ROOT.resolve("memory")))
            assertThat(root.resolve(settings.trial().groupName())).doesNotExist();
    }

    @Test
    void measurementsOfOtherDivisionsAreLeftAlone() throws Exception {
        ComparisonSettings settings = settings(AGENT, 1);
        DivisionComparison comparison = comparison(settings);
        comparison.open().add(run(1, settings.divisions().get(0)));
        String written = Files.readString(settings.results());
        ComparisonSettings other =
                new ComparisonSettings(
                        settings.trial(),
                        settings.results(),
                        List.of(settings.divisions().get(1), settings.divisions().get(0)),
                        1);
        assertThatThrownBy(() -> comparison(other).open())
                .isInstanceOf(ResultsException.class)
                .hasMessageContaining("give another --results");
        assertThat(comparison(settings(AGENT, 7)).open().results()).hasSize(1);
        assertThat(Files.readString(settings.results())).isEqualTo(written);
    }

    private ComparisonListener listener() {
        return new ComparisonListener() {
            @Override
            public void loading(long rows, long of, double perSecond) {
                told.add("loading");
            }

            @Override
            public void loaded(long bytes) {
                told.add("loaded");
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
            public void starting(int step, int round, Division division) {
                told.add("round " + round + ", " + division.name());
            }

            @Override
            public void measured(ComparedRun run) {
                told.add("measured");
            }
        };
    }
}
