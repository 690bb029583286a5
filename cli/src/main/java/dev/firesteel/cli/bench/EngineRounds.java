// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.bench;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.BenchRun;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.engine.EngineBench;
import dev.firesteel.lab.engine.EngineReport;
import dev.firesteel.lab.engine.EngineSettings;
import dev.firesteel.lab.engine.EngineTable;
import dev.firesteel.node.CassandraRelease;
import java.io.IOException;

/** Runs the comparison of the engine with its peers, and prints its results. */
final class EngineRounds {

    private final EngineSettings settings;
    private final BenchJournal journal;
    private final boolean isJson;
    private final Console console;

    EngineRounds(EngineSettings settings, BenchJournal journal, boolean isJson, Console console) {
        this.settings = settings;
        this.journal = journal;
        this.isJson = isJson;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        journal.check();
        journal.storageInMemory(settings.directory())
                .ifPresent(
                        memory ->
                                console.note(
                                        "The journal is in memory (%s): these are no figures of a drive"
                                                .formatted(memory)));
        journal.tryOut();
        console.note(
                "%s, one after the other, about %s"
                        .formatted(
                                Amount.of(settings.steps(), "measurement"),
                                Amount.minutes(settings.expectedSeconds())));
        StepProgress steps =
                new StepProgress(settings.steps(), settings.rounds(), console, System::nanoTime);
        EngineBench bench = new EngineBench(settings, journal::make, new EngineProgress(steps));
        new BenchRun(null, console).run(bench, steps, () -> tell(bench));
        return 0;
    }

    private void tell(EngineBench bench) {
        if (isJson) console.say(JsonLine.of(report(bench)));
        else new EngineTable(bench.measurements(), bench.leftOut()).lines().forEach(console::say);
    }

    private EngineReport report(EngineBench bench) {
        return EngineReport.of(
                new Build().version(),
                CassandraRelease.newest().version(),
                settings,
                bench.measurements(),
                bench.leftOut());
    }
}
