// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Comparable measurements: every mode and round of one cell in one kind of loop. */
final class Group {
    private final Cell cell;
    private final Loop loop;
    private final List<Measurement> measurements;

    private Group(Cell cell, Loop loop, List<Measurement> measurements) {
        this.cell = cell;
        this.loop = loop;
        this.measurements = measurements;
    }

    /** Returns the groups of a list, in the order of their first measurement. */
    static List<Group> of(List<Measurement> all) {
        record Key(Cell cell, Loop loop) {}
        Set<Key> keys = new LinkedHashSet<>();
        for (Measurement one : all) keys.add(new Key(one.cell(), one.loop()));
        List<Group> groups = new ArrayList<>();
        for (Key key : keys)
            groups.add(
                    new Group(
                            key.cell,
                            key.loop,
                            all.stream()
                                    .filter(one -> one.cell().equals(key.cell))
                                    .filter(one -> one.loop() == key.loop)
                                    .toList()));
        return groups;
    }

    Cell cell() {
        return cell;
    }

    Loop loop() {
        return loop;
    }

    /** Returns the measured modes, in the order of their definition. */
    List<Mode> modes() {
        return Stream.of(Mode.values()).filter(mode -> !of(mode).isEmpty()).toList();
    }

    /** Returns a mode's measurements, round by round. */
    List<Measurement> of(Mode mode) {
        return measurements.stream().filter(one -> one.mode() == mode).toList();
    }

    int rounds() {
        return (int) measurements.stream().mapToInt(Measurement::round).distinct().count();
    }

    double median(Mode mode, ToDoubleFunction<Measurement> figure) {
        return Median.of(values(mode, figure));
    }

    /** Returns half the range of the values, relative to the median. */
    double spread(Mode mode, ToDoubleFunction<Measurement> figure) {
        return Median.spread(values(mode, figure));
    }

    List<Double> values(Mode mode, ToDoubleFunction<Measurement> figure) {
        return of(mode).stream().map(figure::applyAsDouble).toList();
    }

    /** Returns the ratio over the rounds in which both modes were measured. */
    Ratio ratio(Mode mode, Mode against, Figure figure) {
        return Ratio.ofRounds(byRound(mode, figure), byRound(against, figure));
    }

    /** Returns a mode's figure in each round. */
    Map<Integer, Double> byRound(Mode mode, Figure figure) {
        Map<Integer, Double> values = new TreeMap<>();
        for (Measurement one : of(mode)) values.put(one.round(), figure.of(one));
        return values;
    }
}
