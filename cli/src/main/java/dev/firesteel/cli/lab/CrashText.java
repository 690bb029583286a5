// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.Console;
import dev.firesteel.lab.DatedResult;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.WrappedText;
import dev.firesteel.lab.crash.CampaignSettings;
import dev.firesteel.lab.crash.CampaignSummary;
import dev.firesteel.lab.crash.CrashRun;
import dev.firesteel.lab.crash.CycleResult;
import dev.firesteel.lab.crash.FaultSummary;
import java.nio.file.Path;

/** Prints a crash campaign: a line for each kill, and a summary. */
final class CrashText implements CrashRun.Listener {
    private final CampaignSettings settings;
    private final Console console;
    private int told;

    CrashText(CampaignSettings settings, Console console) {
        this.settings = settings;
        this.console = console;
    }

    @Override
    public void note(String text) {
        console.note(text);
    }

    /** Prints the summary. */
    void end(CampaignSummary summary, boolean isJson) {
        if (told == 0 && summary.kills() >= settings.kills())
            console.note(
                    "No node was started: %s holds %s already. Give larger --kills, or another --data"
                            .formatted(settings.results(), Amount.of(summary.kills(), "kill")));
        if (isJson) console.say(DatedResult.line(summary));
        else tell(summary);
        for (String fault : summary.faultsInVain())
            console.note(
                    "The fault %s never struck, so it was not tested; see %s"
                            .formatted(fault, settings.results()));
        if (summary.readsInVain()) console.note(SightText.inVain(settings.results()));
    }

    /** Returns a hook that prints how to continue after Ctrl-C or SIGTERM. */
    static ShutdownHook tellIfInterrupted(Path results, Console console) {
        return new ShutdownHook(
                "tell-interrupted",
                () ->
                        console.note(
                                "Interrupted: run the same command to continue from " + results));
    }

    @Override
    public void killed(CycleResult cycle) {
        told++;
        console.note(
                WrappedText.of(
                        ("%d of %d, %s%s%s: %d of %d writes acknowledged, %s, %d lost, %d seen and gone, %d"
                                        + " phantom, %d corrupted%s; restarted in %.1f s")
                                .formatted(
                                        cycle.kill(),
                                        settings.kills(),
                                        cycle.fault(),
                                        after(cycle.loadSeconds()),
                                        cycle.effect().isEmpty() ? "" : " (" + cycle.effect() + ")",
                                        cycle.acknowledged(),
                                        cycle.attempted(),
                                        SightText.of(cycle.seen(), cycle.seenUnacknowledged()),
                                        cycle.lost(),
                                        cycle.gone(),
                                        cycle.phantom(),
                                        cycle.corrupted(),
                                        HistoryText.of(cycle.histories(), cycle.changes()),
                                        cycle.restartSeconds()),
                        4));
        cycle.findings().forEach(finding -> console.note(WrappedText.of("  " + finding, 4)));
    }

    /** Returns the load's duration as text; it is unknown for an interrupted campaign. */
    private static String after(double loadSeconds) {
        return loadSeconds == 0 ? "" : " after %.1f s".formatted(loadSeconds);
    }

    private void tell(CampaignSummary summary) {
        for (FaultSummary fault : summary.faults()) console.say(text(fault));
        if (summary.startUpKills() > 0) console.say(startUpKills(summary));
        console.say(
                "%s of %s: %d lost, %d seen and gone, %d phantom, %d corrupted%s"
                        .formatted(
                                Amount.of(summary.kills(), "kill"),
                                summary.nodes() == 1
                                        ? summary.target()
                                        : summary.target()
                                                + " on %d nodes".formatted(summary.nodes()),
                                summary.lost(),
                                summary.seenAndGone(),
                                summary.phantom(),
                                summary.corrupted(),
                                HistoryText.of(
                                        summary.histories(),
                                        summary.linearizable(),
                                        summary.changes(),
                                        summary.schemaChanges(),
                                        summary.viewErrors())));
        console.say(
                "  %d of %d writes acknowledged"
                        .formatted(summary.acknowledged(), summary.attempted()));
        console.say("  " + SightText.of(summary.seen(), summary.seenUnacknowledged()));
        console.say("  the slowest restart took %.1f s".formatted(summary.restartSecondsMax()));
    }

    static String text(FaultSummary fault) {
        String unknown =
                fault.struckUnknown() == 0
                        ? ""
                        : ", %d that may have struck".formatted(fault.struckUnknown());
        return WrappedText.of(
                "%12s: %s, %d that struck%s, %d of %d writes acknowledged, %d refused, %d values seen, %d lost, %d seen and gone, %d phantom, %d corrupted"
                        .formatted(
                                fault.fault(),
                                Amount.of(fault.kills(), "time"),
                                fault.struck(),
                                unknown,
                                fault.acknowledged(),
                                fault.attempted(),
                                fault.refused(),
                                fault.seen(),
                                fault.lost(),
                                fault.seenAndGone(),
                                fault.phantom(),
                                fault.corrupted()),
                14);
    }

    private static String startUpKills(CampaignSummary summary) {
        String unknown =
                summary.inReplayUnknown() == 0
                        ? ""
                        : ", and %d possibly".formatted(summary.inReplayUnknown());
        return "%s during a start, %d before the end of the replay: %d of these during it%s"
                .formatted(
                        Amount.of(summary.startUpKills(), "more kill"),
                        summary.cutReplays(),
                        summary.inReplay(),
                        unknown);
    }
}
