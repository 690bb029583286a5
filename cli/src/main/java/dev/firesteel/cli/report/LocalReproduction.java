// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Results;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.node.CassandraRelease;
import dev.firesteel.report.Report;
import dev.firesteel.report.published.PublishedFigure;
import dev.firesteel.report.published.Reproduction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures figures on this machine, and prints the results. */
final class LocalReproduction {
    /**
     * The settings of a reproduction.
     *
     * @param quick whether it was limited to minutes
     */
    record Terms(boolean quick) {}

    /**
     * The results of a reproduction.
     *
     * @param figures published values beside measured ones
     */
    record Result(List<Reproduction> figures) {}

    private final List<PublishedFigure> figures;
    private final List<PublishedFigure> all;
    private final boolean isQuick;
    private final ExperimentRuns runs;
    private final Console console;

    /**
     * Creates a reproduction without running it.
     *
     * @param figures the figures to measure
     * @param all all figures: the page includes those measured earlier
     */
    LocalReproduction(
            List<PublishedFigure> figures,
            List<PublishedFigure> all,
            boolean isQuick,
            ExperimentRuns runs,
            Console console) {
        this.figures = figures;
        this.all = all;
        this.isQuick = isQuick;
        this.runs = runs;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run(Path data, Path output, boolean isJson) throws IOException, InterruptedException {
        Files.createDirectories(data);
        try (CampaignLock lock = CampaignLock.take(data)) {
            runs.endLeft();
            Set<String> experiments = new LinkedHashSet<>();
            figures.forEach(figure -> experiments.addAll(figure.experiments()));
            Map<String, JsonNode> results = measured(experiments);
            List<Reproduction> made =
                    figures.stream().map(figure -> Reproduction.of(figure, results)).toList();
            if (isJson) console.say(JsonLine.of(line(new Result(made))));
            else tell(made);
            Path own = data.resolve("reproduction.json");
            Files.writeString(own, JsonLine.of(line(new Result(withEarlier(results)))) + "\n");
            page(output, own, results.keySet());
            experiments.removeAll(results.keySet());
            if (experiments.isEmpty()) return 0;
            console.note("firesteel: not measured: " + String.join(", ", experiments));
            return 1;
        }
    }

    private void tell(List<Reproduction> made) {
        for (Reproduction each : made) new ReproductionText(each).lines().forEach(console::say);
        console.say("");
        console.say(ReproductionText.summary(made));
        if (isQuick)
            console.say(
                    "\nQuick measurement: on nodes that were not warm, in one round of seconds."
                            + " Its verdicts are not reliable.");
    }

    /** Returns the results of the experiments that did not fail. */
    private Map<String, JsonNode> measured(Set<String> names)
            throws IOException, InterruptedException {
        Map<String, Experiment> all = Experiment.all();
        Map<String, JsonNode> results = new LinkedHashMap<>();
        int step = 0;
        for (String name : names) {
            Experiment experiment = all.get(name);
            if (experiment == null) throw new IllegalStateException("no experiment " + name);
            console.note(
                    "%d of %d: %s%s"
                            .formatted(
                                    ++step,
                                    names.size(),
                                    name,
                                    runs.isDone(name, experiment)
                                            ? ", measured before: " + runs.file(name)
                                            : ""));
            try {
                results.put(name, runs.result(name, experiment));
            } catch (IOException e) {
                if (runs.isEnding()) throw e;
                console.note("firesteel: %s: %s".formatted(name, e.getMessage()));
            }
        }
        return results;
    }

    /**
     * Returns all figures that have results, in the order of the papers.
     *
     * @param results receives those of earlier runs, too
     */
    private List<Reproduction> withEarlier(Map<String, JsonNode> results)
            throws IOException, InterruptedException {
        List<Reproduction> made = new ArrayList<>();
        for (PublishedFigure figure : all) {
            if (!figures.contains(figure) && !addEarlier(figure, results)) continue;
            made.add(Reproduction.of(figure, results));
        }
        return made;
    }

    /** Adds earlier results of a figure. Returns whether all exist and the figure is measurable. */
    private boolean addEarlier(PublishedFigure figure, Map<String, JsonNode> results)
            throws IOException, InterruptedException {
        Map<String, Experiment> experiments = Experiment.all();
        Map<String, JsonNode> earlier = new LinkedHashMap<>();
        for (String name : figure.experiments()) {
            Experiment experiment = experiments.get(name);
            if (experiment == null || !runs.isDone(name, experiment)) return false;
            earlier.put(name, runs.result(name, experiment));
        }
        results.putAll(earlier);
        return figure.isMeasurable();
    }

    private void page(Path output, Path own, Set<String> experiments) throws IOException {
        List<Path> files = new ArrayList<>(List.of(own));
        for (String name : experiments)
            for (Path file : runs.files(name)) if (Report.canShow(file)) files.add(file);
        console.note(ReportPage.write(files, output));
    }

    private ResultLine<?, ?> line(Result result) {
        return Results.line(
                "reproduction", CassandraRelease.newest().version(), new Terms(isQuick), result);
    }
}
