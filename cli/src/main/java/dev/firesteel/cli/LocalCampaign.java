// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.crash.CampaignSettings;
import dev.firesteel.lab.crash.CampaignSummary;
import dev.firesteel.lab.crash.CrashCampaign;
import dev.firesteel.lab.crash.CycleResult;
import dev.firesteel.lab.crash.FiresteelTarget;
import dev.firesteel.lab.crash.Sabotage;
import dev.firesteel.lab.crash.StockTarget;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.node.NodeDirectory;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A crash campaign against a node on this machine, told line by line. */
final class LocalCampaign {
    private static final int CLEAN = 0;
    private static final int NOT_CLEAN = 1;

    private final CampaignSettings settings;
    private final boolean isJson;
    private final Console console;

    LocalCampaign(CampaignSettings settings, boolean isJson, Console console) {
        this.settings = settings;
        this.isJson = isJson;
        this.console = console;
    }

    /** Kills a stock node. Returns the exit code. */
    int runStock() throws IOException, InterruptedException {
        return run(new StockTarget());
    }

    /**
     * Kills a node with a journal. Returns the exit code.
     *
     * @param device the journal, or null for a file below the campaign's directory
     * @param size of a file that is to be made
     */
    int run(@Nullable Path device, Size size) throws IOException, InterruptedException {
        Path path = device == null ? settings.directory().resolve("journal") : device;
        LocalJournal journal = new LocalJournal(path.toAbsolutePath().normalize());
        journal.makeIfNew(new NodeDirectory(settings.nodeDirectory()), size, console);
        return run(new FiresteelTarget(new Build().agent(), journal.path()));
    }

    private int run(Target target) throws IOException, InterruptedException {
        console.note("Results go to " + settings.results());
        CampaignSummary summary =
                new CrashCampaign(settings, target, Sabotage.NONE, this::tell, System::nanoTime)
                        .run();
        console.say(isJson ? JsonLine.of(summary) : text(summary));
        return summary.isClean() ? CLEAN : NOT_CLEAN;
    }

    private void tell(CycleResult cycle) {
        console.note(
                "Kill %d of %d after %.1f s%s: %d of %d writes acknowledged, %d lost, %d phantom, %d corrupted; up again in %.1f s"
                        .formatted(
                                cycle.kill(),
                                settings.kills(),
                                cycle.loadSeconds(),
                                cycle.startUpKill() ? ", again while it started" : "",
                                cycle.acknowledged(),
                                cycle.attempted(),
                                cycle.lost(),
                                cycle.phantom(),
                                cycle.corrupted(),
                                cycle.restartSeconds()));
        cycle.findings().forEach(finding -> console.note("  " + finding));
    }

    private static String text(CampaignSummary summary) {
        return "%d kills of %s: %d of %d writes acknowledged, %d lost, %d phantom, %d corrupted; the slowest restart took %.1f s"
                .formatted(
                        summary.kills(),
                        summary.target(),
                        summary.acknowledged(),
                        summary.attempted(),
                        summary.lost(),
                        summary.phantom(),
                        summary.corrupted(),
                        summary.restartSecondsMax());
    }
}
