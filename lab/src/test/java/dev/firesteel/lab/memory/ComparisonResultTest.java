// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.Ratio;
import dev.firesteel.lab.memory.ComparisonResult.Compared;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.Layout;
import dev.firesteel.memory.Measurement;
import dev.firesteel.memory.Objective;
import dev.firesteel.memory.TimeModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonResultTest {
    private static final Path HERE = Path.of("here");
    private static final Layout LAYOUT = Settings.layout(1536);

    /** Returns the read time of the model. */
    private static double readSeconds(double mebibytes) {
        return 2e-3 - 2e-4 * Math.log(mebibytes);
    }

    private static double writeSeconds(double mebibytes) {
        return 1e-2 / mebibytes + 1e-4;
    }

    private static Objective objective() throws Exception {
        List<Measurement> reads = new ArrayList<>();
        List<Measurement> writes = new ArrayList<>();
        for (int memory = 50; memory <= 800; memory += 50) {
            reads.add(new Measurement(memory, readSeconds(memory)));
            writes.add(new Measurement(memory, writeSeconds(memory)));
        }
        return new Objective(
                LAYOUT,
                Fit.of(TimeModel.READ, reads),
                Fit.of(TimeModel.WRITE, writes),
                new Objective.Weights(Objective.Goal.RATES, 0.5, 0.5),
                new Objective.Limits(1000.0, 5000.0, null));
    }

    private static ComparisonSettings settings(int rounds) throws Exception {
        return new ComparisonSettings(
                Settings.trial("127.0.43.10", HERE, HERE, Mode.FIRESTEEL, "a", Keys.ZIPFIAN),
                HERE,
                List.of(
                        new Division("defaults", LAYOUT.budget(100 * Budget.MIB)),
                        new Division("recommended", LAYOUT.budget(300 * Budget.MIB)),
                        new Division("400MiB", LAYOUT.budget(400 * Budget.MIB))),
                rounds);
    }

    private static ComparedRun run(int round, Division division, double reads, double writes) {
        Budget budget = division.budget();
        return new ComparedRun(
                round,
                division.name(),
                new Calibration.Run(
                        budget.memtableBytes(), budget.cacheBytes(), 1 / reads, 1 / writes, 0.5));
    }

    /** The machine is half as fast in the second round. */
    @Test
    void whatAMachineDoesToAllOfARoundSaysNothingOfAny() throws Exception {
        ComparisonSettings settings = settings(3);
        List<ComparedRun> runs = new ArrayList<>();
        double[] speeds = {1, 0.5, 1};
        for (int round = 1; round <= 3; round++) {
            double speed = speeds[round - 1];
            runs.add(run(round, settings.divisions().get(0), 500 * speed, 1000 * speed));
            runs.add(run(round, settings.divisions().get(1), 600 * speed, 2000 * speed));
        }
        ComparisonResult result = ComparisonResult.of(settings, objective(), runs);
        assertThat(result.isComplete()).isFalse();
        assertThat(result.best()).isEqualTo("recommended");
        assertThat(result.divisions()).hasSize(2);
        Compared recommended = result.divisions().get(1);
        assertThat(recommended.reads().measured()).isEqualTo(600, within(1e-6));
        assertThat(recommended.reads().spread()).isEqualTo(0.25, within(1e-9));
        assertThat(recommended.objective().measured()).isEqualTo(0.3 + 0.2, within(1e-9));
        assertThat(recommended.toFirst().rounds())
                .allSatisfy(ratio -> assertThat(ratio).isEqualTo(0.5 / (0.25 + 0.1), within(1e-9)));
    }

    @Test
    void whatWasExpectedStandsBesideWhatWasMeasured() throws Exception {
        ComparisonSettings settings = settings(1);
        List<ComparedRun> runs = new ArrayList<>();
        for (Division each : settings.divisions()) {
            double caches = each.budget().cacheBytes() / (double) Budget.MIB;
            double memtables = each.budget().memtableBytes() / (double) Budget.MIB;
            runs.add(run(1, each, 2 / readSeconds(caches), 1 / writeSeconds(memtables)));
        }
        ComparisonResult result = ComparisonResult.of(settings, objective(), runs);
        assertThat(result.isComplete()).isTrue();
        for (Compared each : result.divisions()) {
            assertThat(each.reads().off()).isEqualTo(-0.5, within(1e-6));
            assertThat(each.writes().off()).isEqualTo(0, within(1e-6));
            assertThat(each.isCalibrated()).isTrue();
            assertThat(each.objective().expected()).isLessThan(each.objective().measured());
        }
    }

    @Test
    void theRecommendedIsHeldToTheControlByRound() throws Exception {
        List<Division> divisions =
                List.of(
                        new Division("defaults", LAYOUT.budget(100 * Budget.MIB)),
                        new Division("recommended", LAYOUT.budget(300 * Budget.MIB)),
                        new Division("control", LAYOUT.budget(101 * Budget.MIB)));
        ComparisonSettings settings =
                new ComparisonSettings(settings(3).trial(), HERE, divisions, 3);
        List<ComparedRun> runs = new ArrayList<>(List.of(run(1, divisions.get(0), 500, 1000)));
        runs.add(run(1, divisions.get(2), 500, 1000));
        assertThat(ComparisonResult.of(settings, objective(), runs).recommendedToControl())
                .isNull();
        runs.add(run(1, divisions.get(1), 600, 1200));
        runs.add(run(2, divisions.get(1), 300, 600)); // without a control
        runs.add(run(3, divisions.get(1), 400, 800));
        runs.add(run(3, divisions.get(2), 250, 500));
        Ratio ratio =
                requireNonNull(
                        ComparisonResult.of(settings, objective(), runs).recommendedToControl());
        assertThat(ratio.rounds()).hasSize(2);
        assertThat(ratio.rounds().get(0)).isCloseTo(1.2, within(1e-9));
        assertThat(ratio.rounds().get(1)).isCloseTo(1.6, within(1e-9));
    }

    @Test
    void whatCannotBeComparedIsRefused() throws Exception {
        TrialSettings trial =
                Settings.trial("127.0.43.10", HERE, HERE, Mode.FIRESTEEL, "a", Keys.ZIPFIAN);
        List<Division> two = settings(1).divisions().subList(0, 2);
        assertThatThrownBy(() -> new ComparisonSettings(trial, HERE, two, 0))
                .hasMessage("--rounds must be at least 1, not 0");
        assertThatThrownBy(() -> new ComparisonSettings(trial, HERE, two.subList(0, 1), 1))
                .hasMessage("a comparison needs at least two divisions");
    }
}
