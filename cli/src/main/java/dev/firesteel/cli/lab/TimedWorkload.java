// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.TableClients;
import dev.firesteel.lab.TextTable;
import dev.firesteel.lab.sweep.SweepPoint;
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
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Runs a workload of YCSB for some time, and prints the result, also if interrupted. */
final class TimedWorkload {
    private final Properties properties;
    private final int seconds;
    private final double rate;
    private final int threads;
    private final TableClients clients;
    private final @Nullable Path histograms;
    private final Console console;

    /**
     * Creates a workload without running it.
     *
     * @param properties YCSB's
     * @param rate operations per second to schedule; 0 for full speed
     * @param histograms the file for latencies of each second; null for none
     */
    TimedWorkload(
            Properties properties,
            int seconds,
            double rate,
            int threads,
            TableClients clients,
            @Nullable Path histograms,
            Console console) {
        this.properties = properties;
        this.seconds = seconds;
        this.rate = rate;
        this.threads = threads;
        this.clients = clients;
        this.histograms = histograms;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        try (SignalledEnd end = new SignalledEnd()) {
            Map<String, String> settings = YcsbFile.settings(properties);
            settings.put("seconds", Integer.toString(seconds));
            if (rate > 0) settings.put("rate", Double.toString(rate));
            YcsbResult result = clients.run(settings, table -> on(table, end), this::text);
            if (result.operations() == 0)
                throw new IOException("No operation succeeded: " + result.firstError());
            return 0;
        }
    }

    private YcsbResult on(UserTable table, SignalledEnd end)
            throws IOException, InterruptedException {
        YcsbRun run =
                console.checked(() -> new YcsbRun(table, properties, threads, System::nanoTime));
        if (rate > 0) run.atRate(rate);
        LoadedRows.require(table, properties);
        end.stops(run::stop);
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
                new TimeProgress("Running", seconds, console, System::nanoTime)) {
            return run.run(Duration.ofSeconds(seconds), progress);
        }
    }

    private String text(YcsbResult result) {
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%d operations in %.1f s: %.0f a second, %d failed",
                        result.operations(),
                        result.seconds(),
                        result.operationsPerSecond(),
                        result.errors()));
        if (result.errors() > 0 && result.operations() > 0)
            text.append("%nOf those that failed, one: ".formatted()).append(result.firstError());
        if (result.operationsPerSecond() < SweepPoint.KEPT * rate)
            text.append("%nThe rate was not kept: %.0f a second were due".formatted(rate));
        TextTable table = new TextTable("operation", "count", "p50 us", "p99 us", "p99.9 us");
        result.each()
                .forEach(
                        (name, each) ->
                                table.add(
                                        name.toLowerCase(Locale.ROOT),
                                        each.succeeded(),
                                        Math.round(each.p50Micros()),
                                        Math.round(each.p99Micros()),
                                        Math.round(each.p999Micros())));
        for (String line : table.lines()) text.append("%n".formatted()).append(line);
        return text.toString();
    }
}
