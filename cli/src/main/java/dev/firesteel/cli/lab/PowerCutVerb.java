// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Build;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.JournalMaker;
import dev.firesteel.cli.common.LowerCaseEnum;
import dev.firesteel.cli.common.Size;
import dev.firesteel.cli.common.StartsNodes;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.crash.CampaignKind;
import dev.firesteel.lab.crash.DriveLayout;
import dev.firesteel.lab.crash.LedgerLoad;
import dev.firesteel.lab.crash.LoadFault;
import dev.firesteel.lab.crash.NodeDrives;
import dev.firesteel.lab.crash.PowerCutCampaign;
import dev.firesteel.lab.crash.PowerCutSettings;
import dev.firesteel.lab.crash.PowerCutSummary;
import dev.firesteel.lab.crash.PoweredNode;
import dev.firesteel.lab.crash.StockTarget;
import dev.firesteel.operations.install.JournalLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code firesteel lab powercut}: cuts the power of a node's drives, repeatedly. */
@Command(
        name = "powercut",
        description = {
            "Starts a node on simulated drives, writes to it, cuts the drives' power, turns it on"
                    + " again, and restarts the node. Then checks every acknowledged write, and"
                    + " every value that a reader saw. Every fifth time it cuts the power again"
                    + " during the start. The same command continues an interrupted run. Needs"
                    + " root.",
            "",
            "kill -9, as in 'lab crash', ends the node alone: data handed to the operating system"
                    + " still reaches the drive. So it shows that the node finds its writes"
                    + " again, not that a write was durable when it was acknowledged. Only a loss"
                    + " of power shows that. Here the drives are block devices with a volatile"
                    + " cache, simulated by a process that sees each write and each flush of the"
                    + " kernel. At a power cut, unflushed data is kept or dropped, sector by"
                    + " sector and in any order; on a raw device, a sector that was being written"
                    + " may hold garbage. The node is killed only after the drives have stopped.",
            "",
            "With --lying, the journal's drive acknowledges flushes, but keeps its last writes in"
                    + " its cache. Acknowledged writes are then lost with any node; the test is"
                    + " that the journal reports it. If it does, the node is started again over"
                    + " the damage, and its rows are read."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Build.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every acknowledged write and every value that a reader saw was there or, with"
                    + " --lying, a detectable loss of it was reported; no phantom, and no false"
                    + " report",
            "1:a loss, a false report, or no result",
            "2:the command line was wrong"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  firesteel lab powercut --cuts 20                     the journal in a file",
            "  firesteel lab powercut --cuts 20 --device-kind raw   on a raw device",
            "  firesteel lab powercut --cuts 20 --nodes 3 --heap 512MiB",
            "  firesteel lab powercut --nodes 3 --heap 512MiB --faults stall,partition",
            "  firesteel lab powercut --cuts 20 --encrypted         an encrypted journal",
            "  firesteel lab powercut --cuts 20 --records-in-flight 4",
            "  firesteel lab powercut --cuts 20 --lying             on a drive that lies",
            "  firesteel lab powercut --cuts 20 --target periodic   Cassandra's default: loses"
        })
final class PowerCutVerb implements Callable<Integer>, StartsNodes {
    /** The kind of node whose power to cut. */
    enum Target {
        FIRESTEEL,
        STOCK,
        PERIODIC
    }

    @Option(
            names = "--cuts",
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of power cuts (default: ${DEFAULT-VALUE}).")
    int cuts = 20;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Number of nodes, on consecutive addresses; with more than one, each has every"
                            + " row, and clients write and read at QUORUM. Every cut takes all of"
                            + " them, at one moment or one after the other (default:"
                            + " ${DEFAULT-VALUE}).")
    int nodes = 1;

    @Option(
            names = "--device-kind",
            paramLabel = "file|raw",
            defaultValue = "file",
            converter = KindConverter.class,
            description =
                    "The journal: a file on ext4, or a raw device (default: ${DEFAULT-VALUE}).")
    NodeDrives.Kind kind = NodeDrives.Kind.FILE;

    @Option(
            names = "--lying",
            description = "The journal's drive acknowledges flushes that it does not make.")
    boolean isLying;

    @Option(
            names = "--faults",
            paramLabel = "FAULT",
            split = ",",
            converter = FaultConverter.class,
            description =
                    "Faults that strike one node under load before a power cut, separated by commas:"
                            + " stall (its drives answer no request), partition (no message of"
                            + " another node reaches it; needs nftables). Each strikes before a cut"
                            + " with a probability of 1/2, takes a drawn node, and lasts 0.2 to"
                            + " 40 s (default: none).")
    Set<LoadFault> faults = Set.of();

    @Option(
            names = "--target",
            paramLabel = "firesteel|stock|periodic",
            defaultValue = "firesteel",
            converter = TargetConverter.class,
            description =
                    "The kind of node: firesteel (with a journal), stock (syncs before it"
                            + " acknowledges: batch), or periodic (does not) (default:"
                            + " ${DEFAULT-VALUE}).")
    Target target = Target.FIRESTEEL;

    @Option(
            names = "--journal-size",
            paramLabel = "SIZE",
            defaultValue = "512MiB",
            converter = Size.Converter.class,
            description = "Size of the journal (default: ${DEFAULT-VALUE}).")
    Size journalSize = new Size(0);

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description =
                    "Seed for the cuts, the writes, and the sectors that survive (default:"
                            + " ${DEFAULT-VALUE}).")
    long seed = 1;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "data/powercut",
            description =
                    "Directory for drives, ledger and results.jsonl (default:"
                            + " ${DEFAULT-VALUE}).")
    Path data = Path.of("data", "powercut");

    @Option(
            names = "--longest-load",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description =
                    "Longest time from the first write to the power cut (default:"
                            + " ${DEFAULT-VALUE}).")
    int longestLoadSeconds = 5;

    @Mixin LedgerOptions ledger = new LedgerOptions();

    @Spec @Nullable CommandSpec spec;

    @Override
    public List<Path> directories() {
        return List.of(data);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Console console = Console.of(spec);
        if (target != Target.FIRESTEEL && kind == NodeDrives.Kind.RAW)
            throw new ParameterException(
                    console.command(),
                    "--device-kind raw: a stock node has no log on a raw device");
        if (isLying && nodes > 1)
            throw new ParameterException(
                    console.command(),
                    "--lying is for one node: leave it out with --nodes " + nodes);
        if (target != Target.FIRESTEEL) ledger.requireNoneOfAJournal(console);
        PowerCutSettings settings = settings(console);
        CampaignKind.POWER_CUT.require(settings.directory());
        console.note("Results go to " + settings.results());
        PowerCutText text = new PowerCutText(settings, console);
        PowerCutSummary summary;
        try (ShutdownHook hook = CrashText.tellIfInterrupted(settings.results(), console)) {
            summary = new PowerCutCampaign(settings, text::tell, System::nanoTime).run();
        }
        text.end(summary, ledger.isJson);
        return summary.isClean() ? 0 : 1;
    }

    private PowerCutSettings settings(Console console) {
        try {
            LedgerLoad load = ledger.load(nodes);
            return new PowerCutSettings(
                    data,
                    cuts,
                    seed,
                    nodes(new DriveLayout(data, kind, isLying, journalSize.bytes()), console),
                    load,
                    LedgerOptions.loadMillis(longestLoadSeconds),
                    ledger.heap(),
                    faults);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new ParameterException(console.command(), String.valueOf(e.getMessage()), e);
        }
    }

    private List<PoweredNode> nodes(DriveLayout layout, Console console) {
        if (target == Target.FIRESTEEL)
            return layout.nodes(
                    nodes,
                    ledger.address,
                    (path, bytes) ->
                            JournalMaker.make(
                                    path,
                                    JournalLayout.withSegments(
                                            bytes, JournalLayout.segmentBytes(bytes)),
                                    console),
                    drives -> ledger.target(drives.journal(), drives.directory()));
        String sync = target == Target.STOCK ? StockTarget.BATCH : StockTarget.PERIODIC;
        return layout.nodes(nodes, ledger.address, null, drives -> new StockTarget(sync));
    }

    static final class TargetConverter extends LowerCaseEnum<Target> {
        TargetConverter() {
            super(Target.class);
        }
    }

    static final class FaultConverter extends LowerCaseEnum<LoadFault> {
        FaultConverter() {
            super(LoadFault.class);
        }
    }

    static final class KindConverter extends LowerCaseEnum<NodeDrives.Kind> {
        KindConverter() {
            super(NodeDrives.Kind.class);
        }
    }
}
