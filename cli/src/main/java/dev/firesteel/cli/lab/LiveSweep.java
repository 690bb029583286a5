// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Results;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.cli.common.TableClients;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.sweep.Sweep;
import dev.firesteel.lab.sweep.SweepResult;
import dev.firesteel.lab.sweep.SweepSettings;
import dev.firesteel.lab.ycsb.LoadedRows;
import dev.firesteel.lab.ycsb.UserTable;
import java.io.IOException;
import java.util.Properties;

/** Sweeps a running cluster, and prints the results, also if interrupted. */
final class LiveSweep {
    private final SweepSettings settings;
    private final boolean isJson;
    private final TableClients clients;
    private final Console console;

    LiveSweep(SweepSettings settings, boolean isJson, TableClients clients, Console console) {
        this.settings = settings;
        this.isJson = isJson;
        this.clients = clients;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        try (SignalledEnd end = new SignalledEnd()) {
            ResultLine<?, ?> line = clients.run(table -> on(table, end));
            SweepResult result = (SweepResult) line.result();
            if (isJson) console.say(JsonLine.of(line));
            else new SweepText(result).lines().forEach(console::say);
            if (!result.problem().isEmpty())
                throw new IOException("The measurement stopped: " + result.problem());
            return 0;
        }
    }

    private ResultLine<?, ?> on(UserTable table, SignalledEnd end)
            throws IOException, InterruptedException {
        Properties properties = new Properties();
        properties.putAll(settings.ycsb());
        LoadedRows.require(table, properties);
        String cassandra = table.release();
        console.note(
                "%s of Cassandra %s, at least %s"
                        .formatted(
                                Amount.of(settings.steps(), "measurement"),
                                cassandra,
                                Amount.minutes(settings.leastSeconds())));
        StepProgress steps = new StepProgress(settings.steps(), 1, console, System::nanoTime);
        Sweep sweep = new Sweep(settings, table, new SweepProgress(steps), System::nanoTime);
        end.stops(() -> stop(sweep, steps));
        try (steps) {
            return line(cassandra, sweep.run());
        }
    }

    private ResultLine<?, ?> line(String cassandra, SweepResult result) {
        return Results.line("sweep", cassandra, settings, result);
    }

    private static void stop(Sweep sweep, StepProgress steps) {
        steps.interrupted();
        sweep.stop();
    }
}
