// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Formats modes on several drives as one text table for each load. */
final class PlacementTable {
    private static final double PERCENT = 100;

    private PlacementTable() {}

    private record Load(Workload workload, int clients, Loop loop) {
        static Load of(Group group) {
            return new Load(group.cell().workload(), group.cell().clients(), group.loop());
        }
    }

    /** Returns the tables of loads that were measured on more than one placement. */
    static List<String> lines(List<Group> groups) {
        Map<Load, List<Group>> loads = new LinkedHashMap<>();
        for (Group each : groups)
            loads.computeIfAbsent(Load.of(each), load -> new ArrayList<>()).add(each);
        List<String> lines = new ArrayList<>();
        loads.values().stream()
                .filter(placements -> placements.size() > 1)
                .forEach(placements -> add(placements, lines));
        return lines;
    }

    private static void add(List<Group> placements, List<String> lines) {
        Group first = placements.get(0);
        Mode against = first.modes().get(0);
        lines.add(
                "%s, %s, %s loop, on all drives; ratios of %s to the first row"
                        .formatted(
                                first.cell().workload(),
                                Cell.clients(first.cell().clients()),
                                first.loop().title(),
                                Figure.forLoop(first.loop()).title()));
        TextTable table =
                new TextTable("mode log/SSTables", "op/s", "+-", "mean us", "p99 us", "/first");
        Mode[] modes =
                placements.stream()
                        .flatMap(each -> each.modes().stream())
                        .distinct()
                        .sorted()
                        .toArray(Mode[]::new);
        for (Mode mode : modes)
            for (Group each : placements)
                if (!each.of(mode).isEmpty()) add(each, mode, first, against, table);
        lines.addAll(table.lines());
        lines.add("");
    }

    private static void add(Group group, Mode mode, Group first, Mode against, TextTable table) {
        ModeResult result = ModeResult.of(group, mode);
        Figure figure = Figure.forLoop(group.loop());
        Ratio ratio = Ratio.ofRounds(group.byRound(mode, figure), first.byRound(against, figure));
        boolean isFirst = group == first && mode == against;
        table.add(
                "%s %s/%s"
                        .formatted(
                                mode.title(),
                                Objects.requireNonNullElse(result.log(), "-"),
                                Objects.requireNonNullElse(result.sstables(), "-")),
                Math.round(result.opsPerSecond()),
                group.rounds() == 1 ? "" : Math.round(result.spread() * PERCENT) + " %",
                Math.round(result.meanMicros()),
                Math.round(result.p99Micros()),
                ratio.rounds().isEmpty()
                        ? "-"
                        : String.format(Locale.ROOT, "%.2f", ratio.median())
                                + (isFirst ? " " : ratio.mark()));
    }
}
