// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.TableClients;
import dev.firesteel.lab.ycsb.HistogramLog;
import dev.firesteel.lab.ycsb.LoadedRows;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Runs a workload of YCSB for some time, and prints the result, also if interrupted. */
final class TimedWorkload {
    /**
     * Settings of a run.
     *
     * @param properties YCSB's
     * @param rate operations per second to schedule; 0 for full speed
     * @param part this process among several; empty if it is alone
     * @param start when to begin; empty for at once
     * @param histograms the file for latencies of each second; null for none
     */
    record Terms(
            Properties properties,
            int seconds,
            double rate,
            int threads,
            Optional<Part> part,
            Optional<StartTime> start,
            @Nullable Path histograms) {}

    private final Terms terms;
    private final TableClients clients;
    private final Console console;

    /** Creates a workload without running it. */
    TimedWorkload(Terms terms, TableClients clients, Console console) {
        this.terms = terms;
        this.clients = clients;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        try (SignalledEnd end = new SignalledEnd()) {
            Map<String, String> settings = YcsbFile.settings(terms.properties);
            settings.put("seconds", Integer.toString(terms.seconds));
            if (terms.rate > 0) settings.put("rate", Double.toString(terms.rate));
            terms.part.ifPresent(part -> settings.put("part", part.toString()));
            YcsbResult result =
                    clients.run(
                            settings,
                            table -> on(table, end),
                            one -> new YcsbText(one, terms.rate).text());
            if (result.operations() == 0)
                throw new IOException("No operation succeeded: " + result.firstError());
            return 0;
        }
    }

    private YcsbResult on(UserTable table, SignalledEnd end)
            throws IOException, InterruptedException {
        YcsbRun run =
                console.checked(
                        () ->
                                new YcsbRun(
                                        table, terms.properties, terms.threads, System::nanoTime));
        if (terms.rate > 0) run.atRate(terms.rate);
        if (terms.part.isPresent()) run.keepingHistograms();
        LoadedRows.require(table, terms.properties);
        if (terms.start.isPresent()) terms.start.get().await(Clock.systemUTC()); // owns clock
        end.stops(run::stop);
        Path histograms = terms.histograms;
        if (histograms == null) return run(run);
        try (HistogramLog log = log(histograms)) {
            return run(run.logging(log));
        }
    }

    private static HistogramLog log(Path file) throws IOException {
        try {
            return HistogramLog.create(
                    file,
                    "firesteel lab ycsb, nanoseconds from when an operation was due",
                    Clock.systemUTC().millis()); // owns clock
        } catch (FileAlreadyExistsException e) {
            throw new IOException("--histograms %s exists: give another file".formatted(file), e);
        }
    }

    private YcsbResult run(YcsbRun run) throws InterruptedException {
        try (TimeProgress progress =
                new TimeProgress("Running", terms.seconds, console, System::nanoTime)) {
            return run.run(Duration.ofSeconds(terms.seconds), progress);
        }
    }
}
