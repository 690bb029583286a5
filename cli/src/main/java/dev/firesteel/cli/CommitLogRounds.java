// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.bench.BenchSettings;
import dev.firesteel.lab.bench.CommitLogBench;
import dev.firesteel.lab.bench.Comparison;
import dev.firesteel.lab.bench.Measurement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Runs the comparison of commit logs, and prints what comes of it. */
final class CommitLogRounds {
    private final BenchSettings settings;
    private final Size journalSize;
    private final boolean isJson;
    private final Console console;

    CommitLogRounds(BenchSettings settings, Size journalSize, boolean isJson, Console console) {
        this.settings = settings;
        this.journalSize = journalSize;
        this.isJson = isJson;
        this.console = console;
    }

    /** Returns the exit code. */
    int run() throws IOException, InterruptedException {
        List<Measurement> measurements =
                new CommitLogBench(settings, this::makeJournal, this::tell, System::nanoTime).run();
        if (isJson) measurements.forEach(one -> console.say(JsonLine.of(one)));
        else new Comparison(measurements).lines().forEach(console::say);
        return 0;
    }

    private void makeJournal(Path file) throws IOException {
        JournalMaker.make(file, journalSize, JournalMaker.SEGMENT_SIZE, console);
    }

    private void tell(Measurement one) {
        console.note(
                String.format(
                        Locale.ROOT,
                        "Round %d of %d, %s, %d clients: %.0f op/s",
                        one.round(),
                        settings.rounds(),
                        one.mode().title(),
                        one.clients(),
                        one.operationsPerSecond()));
    }
}
