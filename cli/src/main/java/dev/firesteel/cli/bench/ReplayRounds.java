// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.BenchRun;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.bench.ReplayBench;
import dev.firesteel.lab.bench.ReplayComparison;
import dev.firesteel.lab.bench.ReplayMeasurement;
import dev.firesteel.lab.bench.ReplayReport;
import dev.firesteel.lab.bench.ReplaySettings;
import dev.firesteel.lab.bench.ReplayTable;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.time.Clock;
import java.util.List;

/** Runs the comparison of replays, and prints its results. */
final class ReplayRounds {
    private final ReplaySettings settings;
    private final BenchJournal journal;
    private final boolean isJson;
    private final Console console;

    ReplayRounds(ReplaySettings settings, BenchJournal journal, boolean isJson, Console console) {
        this.settings = settings;
        this.journal = journal;
        this.isJson = isJson;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        journal.check();
        journal.requireDurable(settings.directory(), "--data");
        journal.tryOut();
        console.note(
                "%d nodes, one after the other, write %d rows each, are killed and start again; each measurement goes to %s"
                        .formatted(settings.steps(), settings.rows(), settings.results()));
        StepProgress steps =
                new StepProgress(settings.steps(), settings.rounds(), console, System::nanoTime);
        ReplayBench bench =
                new ReplayBench(
                        settings,
                        journal::make,
                        new ReplayProgress(steps),
                        System::nanoTime,
                        Clock.systemUTC().instant()); // owns clock
        new BenchRun(settings.results(), console)
                .run(bench, steps, () -> tell(bench.measurements()));
        return 0;
    }

    private void tell(List<ReplayMeasurement> measurements) {
        if (isJson) console.say(JsonLine.of(report(measurements)));
        else new ReplayTable(new ReplayComparison(measurements)).lines().forEach(console::say);
    }

    private ReplayReport report(List<ReplayMeasurement> measurements) {
        return ReplayReport.of(
                new Build().version(),
                CassandraNode.at(settings.directory()).release().version(),
                settings,
                measurements);
    }
}
