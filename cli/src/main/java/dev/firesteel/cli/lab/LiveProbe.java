// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.BenchJournal;
import dev.firesteel.cli.common.BenchRun;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.Results;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StepProgress;
import dev.firesteel.lab.ClusterAccess;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.staleness.ProbeListener;
import dev.firesteel.lab.staleness.ProbeResult;
import dev.firesteel.lab.staleness.ProbeSettings;
import dev.firesteel.lab.staleness.StalenessProbe;
import java.io.IOException;

/** Measures staleness, and prints the results. */
final class LiveProbe {
    private static final Size JOURNAL = Size.parse("512MiB");

    /** The estimated start time of a node. */
    private static final int START_SECONDS = 20;

    private final ProbeSettings settings;
    private final ClusterAccess access;
    private final boolean isJson;
    private final Console console;

    LiveProbe(ProbeSettings settings, ClusterAccess access, boolean isJson, Console console) {
        this.settings = settings;
        this.access = access;
        this.isJson = isJson;
        this.console = console;
    }

    /** Runs it and returns the exit code. */
    int run() throws IOException, InterruptedException {
        console.note("About " + Amount.minutes(seconds()));
        StepProgress steps = new StepProgress(1, 1, console, System::nanoTime);
        steps.starting(1, 1, "staleness");
        StalenessProbe probe =
                new StalenessProbe(
                        settings,
                        access,
                        new BenchJournal(null, JOURNAL)::make,
                        listener(steps),
                        System::nanoTime);
        new BenchRun(null, console)
                .run(probe, steps, () -> probe.result().ifPresent(found -> tell(probe, found)));
        return 0;
    }

    private long seconds() {
        long start =
                settings.contactPoints().isEmpty() ? (long) START_SECONDS * settings.nodes() : 0;
        return start + settings.warmUpSeconds() + settings.seconds() + settings.seconds() / 4;
    }

    private static ProbeListener listener(StepProgress steps) {
        return new ProbeListener() {
            @Override
            public void started(int nodes, int of) {
                steps.working("%d of %d nodes are up".formatted(nodes, of));
            }

            @Override
            public void working(String at, double perSecond) {
                steps.working(
                        perSecond > 0 ? "%s, %.0f trials a second".formatted(at, perSecond) : at);
            }
        };
    }

    private void tell(StalenessProbe probe, ProbeResult found) {
        if (isJson) console.say(JsonLine.of(line(probe, found)));
        else new ProbeText(settings, found).lines().forEach(console::say);
    }

    private ResultLine<?, ?> line(StalenessProbe probe, ProbeResult found) {
        return Results.line("staleness", probe.release(), settings.terms(), found);
    }
}
