// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Summary of the restarts of all modes: medians, and ratios to the best of Cassandra's own. */
public final class ReplayComparison {
    private static final double PERCENT = 100;

    private final List<ReplayMeasurement> measurements;

    public ReplayComparison(List<ReplayMeasurement> measurements) {
        this.measurements = List.copyOf(measurements);
    }

    /** Returns the result of every measured mode. */
    public List<ReplayResult> results() {
        return modes().stream().map(mode -> ReplayResult.of(this, mode)).toList();
    }

    /** Returns every mode against the best of Cassandra's own, for every figure. */
    public List<ReplayPair> pairs() {
        List<ReplayPair> pairs = new ArrayList<>();
        for (ReplayFigure figure : ReplayFigure.values())
            for (Mode mode : modes()) pair(mode, figure).ifPresent(pairs::add);
        return pairs;
    }

    /** Returns the reasons to doubt figures, one a line. */
    public List<String> warnings() {
        return measurements.stream().flatMap(ReplayComparison::doubts).toList();
    }

    private static Stream<String> doubts(ReplayMeasurement one) {
        List<String> doubts = new ArrayList<>();
        if (!one.isLogCold())
            doubts.add(
                    "the log may have been in the page cache: GNU dd (coreutils) is not installed");
        if (one.otherCpuShare() > ValidityWarnings.QUIET)
            doubts.add(
                    String.format(
                            Locale.ROOT,
                            "other processes used %.0f %% of the processors",
                            one.otherCpuShare() * PERCENT));
        String who = "%s, round %d: ".formatted(one.mode().title(), one.round());
        return doubts.stream().map(doubt -> who + doubt);
    }

    private Optional<ReplayPair> pair(Mode mode, ReplayFigure figure) {
        return best(figure)
                .filter(best -> best != mode && !ratio(mode, best, figure).rounds().isEmpty())
                .map(best -> ReplayPair.of(this, mode, best, figure));
    }

    /** Returns the measured modes, in the order of their definition. */
    List<Mode> modes() {
        return Stream.of(Mode.values()).filter(mode -> !of(mode).isEmpty()).toList();
    }

    int rounds() {
        return (int) measurements.stream().mapToInt(ReplayMeasurement::round).distinct().count();
    }

    /** Returns a mode's measurements, round by round. */
    List<ReplayMeasurement> of(Mode mode) {
        return measurements.stream().filter(one -> one.mode() == mode).toList();
    }

    List<Double> values(Mode mode, ToDoubleFunction<ReplayMeasurement> figure) {
        return of(mode).stream().map(figure::applyAsDouble).toList();
    }

    double median(Mode mode, ToDoubleFunction<ReplayMeasurement> figure) {
        return Median.of(values(mode, figure));
    }

    /** Returns the mode of Cassandra's own with the lowest figure. */
    Optional<Mode> best(ReplayFigure figure) {
        return modes().stream()
                .filter(Mode::isStockDurable)
                .min(Comparator.comparingDouble(mode -> median(mode, figure::of)));
    }

    /** Returns the ratio over the rounds in which both modes were measured. */
    Ratio ratio(Mode mode, Mode against, ReplayFigure figure) {
        return Ratio.ofRounds(byRound(mode, figure), byRound(against, figure));
    }

    private Map<Integer, Double> byRound(Mode mode, ReplayFigure figure) {
        Map<Integer, Double> values = new TreeMap<>();
        for (ReplayMeasurement one : of(mode)) values.put(one.round(), figure.of(one));
        return values;
    }
}
