// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Summary of the measurements of all modes: medians, ratios and warnings. */
public final class Comparison {
    private final List<Measurement> measurements;

    /** Summarizes measurements, each with at least one successful operation. */
    public Comparison(List<Measurement> measurements) {
        this.measurements = List.copyOf(measurements);
    }

    /** Returns the results of every mode of every cell and loop. */
    public List<ModeResult> results() {
        List<ModeResult> results = new ArrayList<>();
        for (Group group : groups())
            for (Mode mode : group.modes()) results.add(ModeResult.of(group, mode));
        return results;
    }

    /** Returns every mode against every baseline, for every figure. */
    public List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (Group group : groups())
            for (Baseline baseline : Baseline.values())
                baseline.mode(group).ifPresent(against -> add(group, baseline, against, pairs));
        return pairs;
    }

    private static void add(Group group, Baseline baseline, Mode against, List<Pair> pairs) {
        for (Mode mode : group.modes())
            for (Figure figure : Figure.values())
                if (mode != against && !group.ratio(mode, against, figure).rounds().isEmpty())
                    pairs.add(Pair.of(group, mode, against, baseline, figure));
    }

    /** Returns the reasons to doubt figures, one a line. */
    public List<String> warnings() {
        Stream<Optional<String>> nodes =
                measurements.stream().map(ValidityWarnings::ofNode).distinct();
        Stream<Optional<String>> each = measurements.stream().map(ValidityWarnings::of);
        return Stream.concat(nodes, each).flatMap(Optional::stream).toList();
    }

    List<Group> groups() {
        return Group.of(measurements);
    }
}
