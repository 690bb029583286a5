// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.Console;
import dev.firesteel.lab.DatedResult;
import dev.firesteel.lab.WrappedText;
import dev.firesteel.lab.crash.PowerCutResult;
import dev.firesteel.lab.crash.PowerCutSettings;
import dev.firesteel.lab.crash.PowerCutSummary;

/** Prints a campaign of power cuts: a line for each cut, and a summary. */
final class PowerCutText {
    private final PowerCutSettings settings;
    private final Console console;
    private int told;

    PowerCutText(PowerCutSettings settings, Console console) {
        this.settings = settings;
        this.console = console;
    }

    /** Prints the summary. */
    void end(PowerCutSummary summary, boolean isJson) {
        if (told == 0 && summary.cuts() >= settings.cuts())
            console.note(
                    "No node was started: %s holds %s already. Give larger --cuts, or another --data"
                            .formatted(settings.results(), Amount.of(summary.cuts(), "cut")));
        console.say(isJson ? DatedResult.line(summary) : text(summary));
        if (summary.readsInVain()) console.note(SightText.inVain(settings.results()));
    }

    /** Prints a cut. */
    void tell(PowerCutResult cut) {
        told++;
        console.note(WrappedText.of(new PowerCutLine(cut).text(settings.cuts()), 4));
        cut.findings().forEach(finding -> console.note(WrappedText.of("  " + finding, 4)));
    }

    private String text(PowerCutSummary summary) {
        return """
                %s of %s%s, %d of which lost unflushed data: %d lost, %d of them reported,
                %d seen and gone, %d phantom, %d corrupted%s
                %s  %d of %d writes acknowledged
                  %s
                  %d promised records lost, %d of them detectable, with %s, %d of them reported
                  damage reported %s, falsely %s; rows unreadable %s
                  silent %s, undetectable %s
                  the slowest restart took %.1f s"""
                .formatted(
                        Amount.of(summary.cuts(), "power cut"),
                        summary.nodes() == 1 ? "" : summary.nodes() + " nodes of ",
                        summary.target(),
                        summary.harmful(),
                        summary.lost(),
                        summary.lostReported(),
                        summary.seenAndGone(),
                        summary.phantom(),
                        summary.corrupted(),
                        HistoryText.of(
                                summary.histories(),
                                summary.linearizable(),
                                summary.changes(),
                                summary.schemaChanges(),
                                summary.viewErrors()),
                        faults(summary),
                        summary.acknowledged(),
                        summary.attempted(),
                        SightText.of(summary.seen(), summary.seenUnacknowledged()),
                        summary.promisedRecordsLost(),
                        summary.tellable(),
                        Amount.of(summary.lossyCuts(), "cut"),
                        summary.lossyCutsReported(),
                        Amount.of(summary.reported(), "time"),
                        Amount.of(summary.falseAlarms(), "time"),
                        Amount.of(summary.unread(), "time"),
                        Amount.of(summary.silent(), "time"),
                        Amount.of(summary.untold(), "time"),
                        summary.restartSecondsMax());
    }

    private String faults(PowerCutSummary summary) {
        if (settings.faults().isEmpty()) return "";
        return "  %d after a stall, %d after a partition\n"
                .formatted(summary.stalls(), summary.partitions());
    }
}
