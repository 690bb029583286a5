// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import dev.firesteel.lab.WrappedText;
import dev.firesteel.report.published.PublishedFigure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lists the figures to reproduce. */
record FigureList(List<Entry> figures) {
    private static final int ID_WIDTH = 24;

    /**
     * A figure, measurable or not.
     *
     * @param obstacle the reason why it cannot be measured here; empty if it can
     * @param needs special requirements of its measurement
     */
    record Entry(String id, String source, String caption, String obstacle, List<String> needs) {
        private List<String> lines() {
            List<String> lines = new ArrayList<>();
            add(id + " ".repeat(Math.max(1, ID_WIDTH - id.length())) + caption, lines);
            if (!obstacle.isEmpty()) add(" ".repeat(ID_WIDTH) + "not measured: " + obstacle, lines);
            for (String each : needs) add(" ".repeat(ID_WIDTH) + "needs " + each, lines);
            return lines;
        }

        private static void add(String text, List<String> lines) {
            lines.addAll(WrappedText.lines(text, ID_WIDTH));
        }
    }

    static FigureList of(List<PublishedFigure> figures) {
        Map<String, Experiment> experiments = Experiment.all();
        return new FigureList(figures.stream().map(each -> entry(each, experiments)).toList());
    }

    private static Entry entry(PublishedFigure figure, Map<String, Experiment> experiments) {
        List<String> needs = new ArrayList<>();
        for (String name : figure.experiments()) {
            Experiment experiment = experiments.get(name);
            if (experiment != null && experiment.needs() != null) needs.add(experiment.needs());
        }
        return new Entry(figure.id(), figure.source(), figure.caption(), figure.obstacle(), needs);
    }

    List<String> lines() {
        return figures.stream().flatMap(each -> each.lines().stream()).toList();
    }
}
