// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.LocalJournal;
import dev.firesteel.cli.common.Size;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.crash.BeforeRestart;
import dev.firesteel.lab.crash.CampaignKind;
import dev.firesteel.lab.crash.CampaignLock;
import dev.firesteel.lab.crash.CampaignSettings;
import dev.firesteel.lab.crash.CampaignSummary;
import dev.firesteel.lab.crash.CrashCampaign;
import dev.firesteel.lab.crash.CycleResult;
import dev.firesteel.lab.crash.FaultSummary;
import dev.firesteel.lab.crash.StockTarget;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.lab.fault.Fault;
import dev.firesteel.lab.fault.FaultException;
import dev.firesteel.lab.fault.FaultSchedule;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.Faults;
import dev.firesteel.lab.fault.ScratchDisks;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a crash campaign against a node on this machine, with a line for each cycle. */
final class LocalCampaign {
    /** The node adapts its {@code max_mutation_size} to the journal. */
    private static final long ANY_MUTATION = 0;

    private static final int CLEAN = 0;
    private static final int NOT_CLEAN = 1;

    private final CampaignSettings settings;
    private final FaultSchedule schedule;
    private final boolean takesWhatItCan;
    private final LedgerOptions options;
    private final Console console;
    private int told;

    /**
     * Creates a campaign.
     *
     * @param takesWhatItCan whether to skip faults that are impossible here
     */
    LocalCampaign(
            CampaignSettings settings,
            FaultSchedule schedule,
            boolean takesWhatItCan,
            LedgerOptions options,
            Console console) {
        this.settings = settings;
        this.schedule = schedule;
        this.takesWhatItCan = takesWhatItCan;
        this.options = options;
        this.console = console;
    }

    /** Kills a stock node. Returns the exit code. */
    int runStock() throws IOException, InterruptedException {
        try (CampaignLock lock = lock();
                ScratchDisks disks = disks(0)) {
            return run(new StockTarget(), new FaultTargets(null, disks));
        }
    }

    /**
     * Kills a node with a journal. Returns the exit code.
     *
     * @param device the journal, or null for a file below the campaign's directory
     * @param size of a new file
     */
    int run(@Nullable Path device, Size size) throws IOException, InterruptedException {
        if (device != null) LocalJournal.requireFolder(device);
        try (CampaignLock lock = lock();
                ScratchDisks disks = disks(device == null ? size.bytes() : 0)) {
            Faults.undoInterrupted(settings.directory());
            LocalJournal journal = new LocalJournal(path(device, disks));
            FaultTargets targets = new FaultTargets(journal.path(), disks);
            if (!takesWhatItCan) for (Fault fault : schedule.faults()) fault.require(targets);
            NodeDirectory node = new NodeDirectory(settings.nodeDirectory());
            journal.makeIfNew(node, size, ANY_MUTATION, console);
            return run(options.target(journal.path(), settings.directory()), targets);
        }
    }

    /**
     * Locks the directory, before disks or a journal are created for a refused campaign. Then kills
     * the leftover node of a killed campaign, which may still use them.
     */
    private CampaignLock lock() throws IOException {
        CampaignKind.CRASH.require(settings.directory());
        CampaignLock lock = CampaignLock.take(settings.directory());
        try {
            RunningNode.killIn(settings.nodeDirectory());
        } catch (NodeException e) {
            lock.close();
            throw e;
        }
        return lock;
    }

    private ScratchDisks disks(long journalBytes) throws IOException {
        try {
            return ScratchDisks.mount(settings.directory(), schedule.faults(), journalBytes);
        } catch (FaultException e) {
            if (!takesWhatItCan) throw e;
            console.note("Without scratch disks: " + e.getMessage());
            return ScratchDisks.mount(settings.directory(), List.of(), 0);
        }
    }

    private Path path(@Nullable Path device, ScratchDisks disks) {
        if (device != null) return device.toAbsolutePath().normalize();
        return disks.journalFile().orElseGet(() -> settings.directory().resolve("journal"));
    }

    private int run(Target target, FaultTargets targets) throws IOException, InterruptedException {
        FaultSchedule possible =
                takesWhatItCan ? schedule.reducedTo(targets, console::note) : schedule;
        console.note("Results go to " + settings.results());
        CrashCampaign campaign =
                new CrashCampaign(
                        settings,
                        target,
                        possible,
                        targets,
                        BeforeRestart.NONE,
                        this::tell,
                        System::nanoTime);
        CampaignSummary summary;
        try (ShutdownHook hook = tellIfInterrupted(settings.results(), console)) {
            summary = campaign.run();
        }
        if (told == 0 && summary.kills() >= settings.kills())
            console.note(
                    "No node was started: %s holds %s already. Give larger --kills, or another --data"
                            .formatted(settings.results(), Amount.of(summary.kills(), "kill")));
        if (options.isJson) console.say(JsonLine.of(summary));
        else tell(summary);
        for (String fault : summary.faultsInVain())
            console.note(
                    "The fault %s never struck, so it was not tested; see %s"
                            .formatted(fault, settings.results()));
        if (summary.readsInVain()) console.note(SightText.inVain(settings.results()));
        return summary.isClean() ? CLEAN : NOT_CLEAN;
    }

    /** Returns a hook that prints how to continue after Ctrl-C or SIGTERM. */
    static ShutdownHook tellIfInterrupted(Path results, Console console) {
        return new ShutdownHook(
                "tell-interrupted",
                () ->
                        console.note(
                                "Interrupted: run the same command to continue from " + results));
    }

    private void tell(CycleResult cycle) {
        told++;
        console.note(
                ("%d of %d, %s%s%s: %d of %d writes acknowledged, %s, %d lost, %d seen and gone, %d"
                                + " phantom, %d corrupted; restarted in %.1f s")
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
                                cycle.restartSeconds()));
        cycle.findings().forEach(finding -> console.note("  " + finding));
    }

    /** Returns the load's duration as text; it is unknown for an interrupted campaign. */
    private static String after(double loadSeconds) {
        return loadSeconds == 0 ? "" : " after %.1f s".formatted(loadSeconds);
    }

    private void tell(CampaignSummary summary) {
        for (FaultSummary fault : summary.faults()) console.say(text(fault));
        if (summary.startUpKills() > 0) console.say(startUpKills(summary));
        console.say(
                "%s of %s: %d lost, %d seen and gone, %d phantom, %d corrupted"
                        .formatted(
                                Amount.of(summary.kills(), "kill"),
                                summary.target(),
                                summary.lost(),
                                summary.gone(),
                                summary.phantom(),
                                summary.corrupted()));
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
        return "%12s: %s, %d that struck%s, %d of %d writes acknowledged, %d refused, %d values seen, %d lost, %d seen and gone, %d phantom, %d corrupted"
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
                        fault.gone(),
                        fault.phantom(),
                        fault.corrupted());
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
