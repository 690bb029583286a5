// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.BenchRun;
import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Results;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.scale.NodeKind;
import dev.firesteel.lab.scale.ScaleOut;
import dev.firesteel.lab.scale.ScaleResult;
import dev.firesteel.lab.scale.ScaleSettings;
import dev.firesteel.node.CassandraRelease;
import java.io.IOException;
import java.time.Clock;

/** Measures clusters on this machine, and prints the results. */
final class LocalScale {
    private static final Size JOURNAL = Size.parse("512MiB");

    /** The estimated start time of a node, including its rows. */
    private static final int START_SECONDS = 20;

    private final ScaleSettings settings;
    private final boolean isJson;
    private final Console console;

    LocalScale(ScaleSettings settings, boolean isJson, Console console) {
        this.settings = settings;
        this.isJson = isJson;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        console.note(
                "%s, one after the other, about %s. The results go to%n%s until all are complete"
                        .formatted(
                                Amount.of(settings.steps(), "cluster"),
                                Amount.minutes(seconds()),
                                settings.results()));
        StepProgress steps =
                new StepProgress(settings.steps(), settings.rounds(), console, System::nanoTime);
        ScaleOut scale =
                new ScaleOut(
                        settings,
                        new Build().version(),
                        new BenchJournal(null, JOURNAL)::make,
                        new ScaleProgress(steps),
                        Clock.systemUTC(), // owns clock
                        System::nanoTime);
        new BenchRun(settings.results(), console).run(scale, steps, () -> tell(scale));
        scale.forgetIfComplete();
        return 0;
    }

    private long seconds() {
        long seconds = 0;
        for (NodeKind kind : settings.kinds())
            for (int nodes : kind.nodes())
                seconds +=
                        nodes * START_SECONDS
                                + settings.warmUpSeconds(nodes)
                                + 2L * settings.seconds();
        return settings.rounds() * seconds;
    }

    private void tell(ScaleOut scale) {
        if (!scale.hasMeasured()) return;
        if (settings.perSecond() == 0) console.note("Simulating ...");
        int missing = settings.steps();
        for (NodeKind kind : settings.kinds()) {
            ScaleResult result = scale.result(kind);
            if (isJson) console.say(JsonLine.of(line(kind, result)));
            else new ScaleText(settings, kind, result).lines().forEach(console::say);
            missing -= result.points().size();
        }
        if (missing > 0)
            console.note(
                    "%d of %d clusters are missing; run the same command to continue"
                            .formatted(missing, settings.steps()));
    }

    private ResultLine<?, ?> line(NodeKind kind, ScaleResult result) {
        return Results.line(
                "scale", CassandraRelease.newest().version(), settings.terms(kind), result);
    }
}
