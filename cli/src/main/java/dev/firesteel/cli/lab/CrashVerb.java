// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.LocalJournal;
import dev.firesteel.cli.common.LowerCaseEnum;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.crash.CampaignSettings;
import dev.firesteel.lab.crash.CampaignSummary;
import dev.firesteel.lab.crash.CrashRun;
import dev.firesteel.lab.fault.Fault;
import dev.firesteel.lab.fault.FaultSchedule;
import dev.firesteel.lab.fault.Faults;
import dev.firesteel.node.NodeDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code firesteel lab crash}: kills a node under load, repeatedly. */
@Command(
        name = "crash",
        description =
                "Starts a node, writes to it, kills it without warning, and restarts it. Then"
                        + " checks every acknowledged write, and every value that a reader saw."
                        + " Every third time it kills the node again during the start. Other"
                        + " faults: --faults. The same command continues an interrupted"
                        + " run.%n%nThis proves that the process can die at any moment. The"
                        + " operating system survives, and writes the data it was given. So a log"
                        + " that never reaches the drive passes as well: only a power cut shows"
                        + " the difference.%n",
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every acknowledged write and every value that a reader saw was there, no phantom,"
                    + " and every history linearizable",
            "1:a loss, a history that is not linearizable, a fault that came three times and never"
                    + " struck, or no result",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab crash --kills 20                      the journal in a file",
            "  firesteel lab crash --kills 20 --device /dev/loop7  on a device that was formatted",
            "  firesteel lab crash --kills 20 --encrypted          an encrypted journal",
            "  firesteel lab crash --kills 20 --nodes 3 --heap 512MiB",
            "  firesteel lab crash --kills 20 --target stock       Cassandra's own commit log",
            "  firesteel lab crash --kills 22 --faults all         every fault twice (as root)"
        })
final class CrashVerb implements Callable<Integer>, StartsNodes {
    /** The node adapts its {@code max_mutation_size} to the journal. */
    private static final long ANY_MUTATION = 0;

    /** The node to kill. */
    enum Target {
        STOCK,
        FIRESTEEL
    }

    @Option(
            names = "--kills",
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of kills (default: ${DEFAULT-VALUE}).")
    int kills = 20;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Number of nodes, on consecutive addresses; with more than one, each has every"
                            + " row, and clients write and read at QUORUM. A kill takes one of"
                            + " them, several, or all, at one moment or one after the other"
                            + " (default: ${DEFAULT-VALUE}).")
    int nodes = 1;

    @Option(
            names = "--target",
            paramLabel = "stock|firesteel",
            defaultValue = "firesteel",
            converter = TargetConverter.class,
            description = "The kind of node to kill (default: ${DEFAULT-VALUE}).")
    Target target = Target.FIRESTEEL;

    @Option(
            names = "--faults",
            paramLabel = "FAULT",
            split = ",",
            description =
                    "Faults to inject, separated by commas: kill; replay (killed, and again during"
                            + " its replay); pause (SIGSTOP, SIGCONT, killed); full (the journal"
                            + " full on a throttled disk); disk-full; memory (OutOfMemoryError);"
                            + " clock (the clock steps); write-error; points (killed at a line of"
                            + " the journal's code); hole (a record is overtaken and never"
                            + " written); damage (bits flip while the node is down); or all"
                            + " (those that are possible here). Each is equally frequent; the"
                            + " seed sets the order (default: kill, and every third time replay)."
                            + " With several --nodes: kill or replay.")
    List<String> faults = List.of();

    @Option(
            names = "--device",
            paramLabel = "FILE|DEVICE",
            description =
                    "The journal of a single node (default: DIR/journal). A missing file is made.")
    @Nullable Path device;

    @Option(
            names = "--journal-size",
            paramLabel = "SIZE",
            converter = Size.Converter.class,
            description = "Size of a new journal file (default: 1GiB; 33MiB with the fault full).")
    @Nullable Size journalSize;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description =
                    "Seed for the moments, the nodes killed and the writes (default:"
                            + " ${DEFAULT-VALUE}).")
    long seed = 1;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/crash",
            description =
                    "Directory for nodes, journals, ledger, histories and results (default:"
                            + " ${DEFAULT-VALUE}).")
    Path data = Path.of("data", "crash");

    @Option(
            names = "--longest-load",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description =
                    "Longest time from the first write to the kill, for kill, replay, clock and"
                            + " damage. Other faults begin by then, and kill later (default:"
                            + " ${DEFAULT-VALUE}).")
    int longestLoadSeconds = 20;

    @Mixin LedgerOptions ledger = new LedgerOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return List.of(data);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        FaultSchedule schedule = schedule(console);
        if (device != null && nodes > 1)
            throw new ParameterException(
                    console.command(),
                    "--device is for one node: leave it out with --nodes " + nodes);
        if (target == Target.STOCK) requireNoJournal(schedule, console);
        CampaignSettings settings = settings(console);
        CrashText text = new CrashText(settings, console);
        CrashRun run = new CrashRun(settings, schedule, faults.contains(Faults.ALL), text);
        if (device != null) LocalJournal.requireFolder(device);
        CampaignSummary summary;
        try (ShutdownHook hook = CrashText.tellIfInterrupted(settings.results(), console)) {
            summary =
                    target == Target.STOCK
                            ? run.ofStock()
                            : run.of(journals(journalSize(schedule), console, settings));
        }
        text.end(summary, ledger.isJson);
        return summary.isClean() ? 0 : 1;
    }

    private CrashRun.Journals journals(Size size, Console console, CampaignSettings settings) {
        return new CrashRun.Journals(
                device,
                size.bytes(),
                (node, path) ->
                        new LocalJournal(path)
                                .makeIfNew(new NodeDirectory(node), size, ANY_MUTATION, console),
                path -> ledger.target(path, settings.directory()));
    }

    /** Refuses options of a journal for a stock node; some of all faults are left out later. */
    private void requireNoJournal(FaultSchedule schedule, Console console) {
        ledger.requireNoneOfAJournal(console);
        if (device != null) throw LedgerOptions.noJournal("--device " + device, console);
        if (journalSize != null)
            throw LedgerOptions.noJournal("--journal-size " + journalSize, console);
        if (faults.contains(Faults.ALL)) return;
        for (Fault fault : schedule.faults())
            if (fault.needsJournal())
                throw LedgerOptions.noJournal("--faults " + fault.name(), console);
    }

    private Size journalSize(FaultSchedule schedule) {
        if (journalSize != null) return journalSize;
        boolean small =
                schedule.faults().stream().anyMatch(f -> f.needs() == Fault.Needs.FULL_JOURNAL);
        return Size.parse(small ? "33MiB" : "1GiB");
    }

    private FaultSchedule schedule(Console console) {
        if (faults.isEmpty()) return FaultSchedule.kills();
        List<Fault> chosen = console.checked(() -> Faults.of(faults));
        if (nodes == 1) return FaultSchedule.of(chosen);
        for (Fault fault : chosen)
            if (!fault.isForClusters() && !faults.contains(Faults.ALL))
                throw new ParameterException(
                        console.command(),
                        "--faults %s is for one node, not for --nodes %d"
                                .formatted(fault.name(), nodes));
        return FaultSchedule.of(chosen.stream().filter(Fault::isForClusters).toList());
    }

    private CampaignSettings settings(Console console) {
        try {
            return new CampaignSettings(
                    data,
                    kills,
                    seed,
                    ledger.load(nodes),
                    CampaignSettings.SHORTEST_LOAD_MILLIS,
                    LedgerOptions.loadMillis(longestLoadSeconds),
                    ledger.address,
                    ledger.heap());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ParameterException(console.command(), String.valueOf(e.getMessage()), e);
        }
    }

    static final class TargetConverter extends LowerCaseEnum<Target> {
        TargetConverter() {
            super(Target.class);
        }
    }
}
