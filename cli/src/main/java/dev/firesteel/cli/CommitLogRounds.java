// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.bench.BenchReport;
import dev.firesteel.lab.bench.BenchSettings;
import dev.firesteel.lab.bench.CommitLogBench;
import dev.firesteel.lab.bench.Comparison;
import dev.firesteel.lab.bench.ComparisonTable;
import dev.firesteel.lab.bench.Measurement;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs the comparison of commit logs, and prints what comes of it, also after Ctrl-C. */
final class CommitLogRounds {
    /** A node is killed and deleted in that time, and the table printed. */
    private static final int PATIENCE_SECONDS = 60;

    private static final int SECONDS_PER_MINUTE = 60;

    private final BenchSettings settings;
    private final BenchJournal journal;
    private final boolean isJson;
    private final Console console;
    private final CountDownLatch isTold = new CountDownLatch(1);

    CommitLogRounds(BenchSettings settings, BenchJournal journal, boolean isJson, Console console) {
        this.settings = settings;
        this.journal = journal;
        this.isJson = isJson;
        this.console = console;
    }

    /** Returns the exit code. */
    int run() throws IOException, InterruptedException {
        journal.check();
        console.note(
                "%d nodes, one after the other, at most about %d minutes; each measurement goes to %s"
                        .formatted(
                                settings.steps(),
                                settings.longestSeconds() / SECONDS_PER_MINUTE + 1,
                                settings.results()));
        BenchProgress progress =
                new BenchProgress(settings.steps(), settings.rounds(), console, System::nanoTime);
        CommitLogBench bench =
                new CommitLogBench(settings, journal::make, progress, System::nanoTime);
        Thread running = Thread.currentThread();
        try (ShutdownHook hook = new ShutdownHook("end-bench", () -> end(bench, running))) {
            try (progress) {
                bench.run();
            } finally {
                tell(bench.measurements());
                isTold.countDown();
            }
        }
        return 0;
    }

    private void end(CommitLogBench bench, Thread running) {
        console.note("Interrupted: here is what was measured so far.");
        bench.stop(running);
        try {
            if (!isTold.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                console.note("firesteel: gave up waiting for the table; see " + settings.results());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Also where it could not go on: what was measured before is as good as ever. */
    private void tell(List<Measurement> measurements) {
        Comparison comparison = new Comparison(measurements);
        if (isJson) console.say(JsonLine.of(report(measurements, comparison)));
        else new ComparisonTable(comparison).lines().forEach(console::say);
    }

    private BenchReport report(List<Measurement> measurements, Comparison comparison) {
        long nodes = measurements.stream().map(CommitLogRounds::key).distinct().count();
        return BenchReport.of(
                new Build().version(),
                CassandraNode.at(settings.directory()).release().version(),
                settings,
                nodes == settings.steps(),
                comparison);
    }

    private static List<Object> key(Measurement one) {
        return List.of(one.round(), one.mode(), one.cell());
    }
}
