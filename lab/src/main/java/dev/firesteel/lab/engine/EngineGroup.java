// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.bench.Median;
import dev.firesteel.lab.bench.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Comparable measurements: every peer and round of one cell. */
final class EngineGroup {
    private final EngineCell cell;
    private final List<EngineMeasurement> measurements;

    private EngineGroup(EngineCell cell, List<EngineMeasurement> measurements) {
        this.cell = cell;
        this.measurements = measurements;
    }

    /** Returns the groups of a list, in the order of their first measurement. */
    static List<EngineGroup> of(List<EngineMeasurement> all) {
        return all.stream()
                .map(EngineMeasurement::cell)
                .distinct()
                .map(
                        cell ->
                                new EngineGroup(
                                        cell,
                                        all.stream()
                                                .filter(one -> one.cell().equals(cell))
                                                .toList()))
                .toList();
    }

    EngineCell cell() {
        return cell;
    }

    /** Returns the measured peers, in the order of their definition. */
    List<Peer> peers() {
        return Stream.of(Peer.values()).filter(peer -> !of(peer).isEmpty()).toList();
    }

    boolean has(Peer peer) {
        return !of(peer).isEmpty();
    }

    int rounds() {
        return (int) measurements.stream().mapToInt(EngineMeasurement::round).distinct().count();
    }

    /** Returns a figure in each round that has it. */
    List<Double> values(Peer peer, Function<EngineMeasurement, @Nullable Double> figure) {
        return of(peer).stream().map(figure).filter(Objects::nonNull).toList();
    }

    /** Returns the median of the rounds; null if none has the figure. */
    @Nullable Double median(Peer peer, Function<EngineMeasurement, @Nullable Double> figure) {
        List<Double> values = values(peer, figure);
        return values.isEmpty() ? null : Median.of(values);
    }

    /**
     * Returns one peer's figure over the payload a second of another, for the rounds in which both
     * were measured.
     */
    Ratio ratio(Peer peer, Peer against, Function<EngineMeasurement, @Nullable Double> figure) {
        List<Double> ratios = new ArrayList<>();
        for (EngineMeasurement one : of(peer))
            for (EngineMeasurement other : of(against)) {
                Double value = figure.apply(one);
                if (one.round() == other.round() && value != null)
                    ratios.add(value / other.megabytesPerSecond());
            }
        return Ratio.of(ratios);
    }

    private List<EngineMeasurement> of(Peer peer) {
        return measurements.stream().filter(one -> one.peer() == peer).toList();
    }
}
