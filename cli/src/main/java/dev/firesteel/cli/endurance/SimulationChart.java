// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.endurance;

import dev.firesteel.cli.chart.Chart;
import dev.firesteel.cli.common.Size;
import dev.firesteel.flash.replay.Simulation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Draws write amplification over fillings, or as bars for a single one. */
final class SimulationChart {
    private SimulationChart() {}

    static Chart of(List<SimulationText> texts) {
        List<SimulationText> rising =
                texts.stream()
                        .sorted(Comparator.comparingDouble(text -> text.simulation().filling()))
                        .toList();
        Simulation first = rising.get(0).simulation();
        List<Chart.Series> all = new ArrayList<>();
        for (int i = 0; i < first.placements().size(); i++) {
            int drive = i;
            all.add(
                    new Chart.Series(
                            shortened(first.placements().get(i).name()),
                            rising.stream()
                                    .map(text -> text.result().drives().get(drive))
                                    .map(outcome -> outcome.writeAmplification())
                                    .toList()));
        }
        return new Chart(
                "Write amplification of a trace, by data placement",
                String.format(
                        Locale.ROOT,
                        "%s, spare factor %s, blocks of %s, %s, %s",
                        new Size(first.drive().bytes()),
                        first.drive().spare(),
                        new Size(first.drive().blockBytes()),
                        first.victims(),
                        first.isTrimming() ? "trimmed" : "not trimmed"),
                "filling (part of the drive in use)",
                "write amplification (pages on flash a page written)",
                rising.stream().map(text -> text.simulation().filling()).toList(),
                rising.size() == 1 ? 0 : 1, // the length of a bar is its value
                all);
    }

    private static String shortened(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
