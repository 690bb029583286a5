// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.BenchRun;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.bench.BenchReport;
import dev.firesteel.lab.bench.BenchSettings;
import dev.firesteel.lab.bench.CommitLogBench;
import dev.firesteel.lab.bench.Comparison;
import dev.firesteel.lab.bench.ComparisonTable;
import dev.firesteel.lab.bench.Measurement;
import dev.firesteel.lab.bench.Place;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs the comparison of commit logs, and prints its results. */
final class CommitLogRounds {

    private final BenchSettings settings;
    private final BenchJournal journal;
    private final boolean isJson;
    private final Console console;

    CommitLogRounds(BenchSettings settings, BenchJournal journal, boolean isJson, Console console) {
        this.settings = settings;
        this.journal = journal;
        this.isJson = isJson;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        journal.check();
        requireDrives("--log", settings.logs());
        requireDrives("--sstables", settings.sstables());
        if (settings.logs().isEmpty()) journal.requireDurable(settings.directory(), "--data");
        for (Place each : settings.logs())
            journal.requireDurable(each.directory(), "--log " + each.name() + "=DIR");
        journal.tryOut();
        console.note(
                "%s, one after the other, about %s. Each measurement goes to%n%s"
                        .formatted(
                                Amount.of(settings.steps(), "node"),
                                Amount.minutes(settings.seconds()),
                                settings.results()));
        StepProgress steps =
                new StepProgress(settings.steps(), settings.rounds(), console, System::nanoTime);
        CommitLogBench bench =
                new CommitLogBench(
                        settings,
                        journal::make,
                        new CommitLogProgress(steps),
                        System::nanoTime,
                        Clock.systemUTC().instant()); // owns clock
        new BenchRun(settings.results(), console)
                .run(bench, steps, () -> tell(bench.measurements()));
        return 0;
    }

    /** Refuses drives that are missing, and two that are the same. */
    private static void requireDrives(String option, List<Place> places) throws IOException {
        Map<Object, Place> devices = new HashMap<>();
        for (Place each : places) {
            Path directory = each.directory();
            if (!Files.isDirectory(directory) || !Files.isWritable(directory))
                throw new IOException(
                        "%s %s: there is no directory %s that this user can write to"
                                .formatted(option, each.name(), directory));
            Place same = devices.put(Files.getAttribute(directory, "unix:dev"), each);
            if (same != null)
                throw new IOException(
                        "%s: '%s' and '%s' are on the same file system, so they would measure the same drive: is one not mounted?"
                                .formatted(option, same.name(), each.name()));
        }
    }

    private void tell(List<Measurement> measurements) {
        Comparison comparison = new Comparison(measurements);
        if (isJson) console.say(JsonLine.of(report(measurements, comparison)));
        else new ComparisonTable(comparison).lines().forEach(console::say);
    }

    private BenchReport report(List<Measurement> measurements, Comparison comparison) {
        long cells = measurements.stream().map(CommitLogRounds::key).distinct().count();
        return BenchReport.of(
                new Build().version(),
                CassandraNode.at(settings.directory()).release().version(),
                settings,
                cells == settings.cells(),
                comparison);
    }

    private static List<Object> key(Measurement one) {
        return List.of(one.round(), one.mode(), one.cell());
    }
}
