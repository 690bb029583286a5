// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.bench.Median;
import dev.firesteel.lab.bench.Ratio;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.Objective;
import dev.firesteel.memory.Objective.Expectation;
import dev.firesteel.memory.Objective.Goal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Result of a comparison, beside the expectation of a fitted model.
 *
 * @param goal the objective: operations a second of the mix, or formula 9 of Wang et al.
 * @param divisions the measured memory splits, in their order
 * @param best the name of the one with the best objective, by the medians of the rounds
 * @param recommendedToControl the objective of {@link Division#RECOMMENDED} over that of {@link
 *     Division#CONTROL}, by round: the effect of memtables alone; null without either
 * @param isComplete whether everything requested was measured
 */
public record ComparisonResult(
        Goal goal,
        List<Compared> divisions,
        String best,
        @Nullable Ratio recommendedToControl,
        boolean isComplete) {
    /**
     * One memory split.
     *
     * @param memtableBytes of memtables
     * @param cacheBytes of caches
     * @param reads of its clients a second, if they only read
     * @param writes of its clients a second, if they only write
     * @param objective the value of the goal, by the measurements
     * @param toFirst the objective over that of the first memory split, by round
     * @param isCalibrated whether the expectation lies within the calibrated range
     */
    public record Compared(
            String name,
            long memtableBytes,
            long cacheBytes,
            Rate reads,
            Rate writes,
            Value objective,
            Ratio toFirst,
            boolean isCalibrated) {}

    /**
     * A rate, a second.
     *
     * @param measured the median of the rounds
     * @param spread half the range, relative to the median
     * @param expected by the model
     * @param off the expected over the measured rate, less 1
     */
    public record Rate(double measured, double spread, double expected, double off) {}

    /**
     * A value of the objective.
     *
     * @param measured the median of the rounds
     * @param spread half the range, relative to the median
     * @param expected by the model
     */
    public record Value(double measured, double spread, double expected) {}

    /**
     * Returns the result of measurements, each with both reads and writes.
     *
     * @param runs at least one of the first memory split
     */
    public static ComparisonResult of(
            ComparisonSettings settings, Objective objective, List<ComparedRun> runs) {
        Map<Integer, Double> first = values(objective, runs, settings.divisions().get(0).name());
        List<Compared> compared = new ArrayList<>();
        for (Division each : settings.divisions())
            if (runs.stream().anyMatch(run -> run.division().equals(each.name())))
                compared.add(compared(each, objective, runs, first));
        String best =
                compared.stream()
                        .max(Comparator.comparingDouble(each -> each.objective().measured()))
                        .map(Compared::name)
                        .orElseThrow();
        return new ComparisonResult(
                objective.goal(),
                compared,
                best,
                recommendedToControl(objective, runs),
                runs.size() >= settings.steps());
    }

    private static @Nullable Ratio recommendedToControl(
            Objective objective, List<ComparedRun> runs) {
        Map<Integer, Double> control = values(objective, runs, Division.CONTROL);
        Map<Integer, Double> recommended = values(objective, runs, Division.RECOMMENDED);
        recommended.keySet().retainAll(control.keySet());
        return recommended.isEmpty() ? null : Ratio.ofRounds(recommended, control);
    }

    private static Compared compared(
            Division division,
            Objective objective,
            List<ComparedRun> runs,
            Map<Integer, Double> first) {
        Expectation expected = objective.of(division.budget());
        List<Calibration.Run> own =
                runs.stream()
                        .filter(run -> run.division().equals(division.name()))
                        .map(ComparedRun::run)
                        .toList();
        Map<Integer, Double> values = values(objective, runs, division.name());
        List<Double> all = List.copyOf(values.values());
        return new Compared(
                division.name(),
                division.budget().memtableBytes(),
                division.budget().cacheBytes(),
                rate(own, ComparisonResult::readsPerSecond, expected.reads().perSecond()),
                rate(own, ComparisonResult::writesPerSecond, expected.writes().perSecond()),
                new Value(Median.of(all), Median.spread(all), expected.value()),
                Ratio.ofRounds(values, first),
                expected.isMeasured());
    }

    /** Returns the objective of a memory split by round. */
    private static Map<Integer, Double> values(
            Objective objective, List<ComparedRun> runs, String division) {
        Map<Integer, Double> values = new TreeMap<>();
        for (ComparedRun each : runs)
            if (each.division().equals(division))
                values.put(
                        each.round(),
                        objective.value(readsPerSecond(each.run()), writesPerSecond(each.run())));
        return values;
    }

    private static Rate rate(
            List<Calibration.Run> runs, ToDoubleFunction<Calibration.Run> rate, double expected) {
        List<Double> rates = runs.stream().map(rate::applyAsDouble).toList();
        double measured = Median.of(rates);
        return new Rate(measured, Median.spread(rates), expected, expected / measured - 1);
    }

    private static double readsPerSecond(Calibration.Run run) {
        return perSecond(run.readSeconds());
    }

    private static double writesPerSecond(Calibration.Run run) {
        return perSecond(run.writeSeconds());
    }

    private static double perSecond(@Nullable Double seconds) {
        if (seconds == null) throw new IllegalArgumentException("a run without reads or writes");
        return 1 / seconds;
    }
}
