// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.cli.common.Console;
import dev.firesteel.cli.common.JournalMaker;
import dev.firesteel.cli.common.Size;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.crash.CampaignKind;
import dev.firesteel.lab.crash.JournalTool;
import dev.firesteel.lab.crash.NodeDrives;
import dev.firesteel.lab.crash.PowerCutCampaign;
import dev.firesteel.lab.crash.PowerCutResult;
import dev.firesteel.lab.crash.PowerCutSettings;
import dev.firesteel.lab.crash.PowerCutSummary;
import dev.firesteel.lab.crash.PoweredNode;
import dev.firesteel.lab.crash.StockTarget;
import dev.firesteel.node.CassandraCluster;
import dev.firesteel.operations.install.JournalLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a campaign of power cuts on this machine, with a line for each cut. */
final class LocalPowerCuts {
    private static final int CLEAN = 0;
    private static final int NOT_CLEAN = 1;
    private static final int HONEST = 0;

    /** The number of writes that a lying drive may lose: a busy node's records of one second. */
    private static final int VOLATILE_WRITES = 64;

    /**
     * The layout of drives.
     *
     * @param directory holds all files of a node, or of the campaign
     */
    record Layout(Path directory, NodeDrives.Kind kind, boolean isLying, Size logSize) {
        private Layout in(String name) {
            return new Layout(directory.resolve(name), kind, isLying, logSize);
        }

        private NodeDrives drives(JournalTool journals) {
            return new NodeDrives(
                    directory, kind, isLying ? VOLATILE_WRITES : HONEST, logSize.bytes(), journals);
        }
    }

    private final LedgerOptions options;
    private final Console console;
    private int told;

    LocalPowerCuts(LedgerOptions options, Console console) {
        this.options = options;
        this.console = console;
    }

    /**
     * Returns the nodes. A single one has its files in the campaign's directory, those of a cluster
     * have directories in it.
     */
    List<PoweredNode> nodes(int count, PowerCutVerb.Target target, Layout campaign) {
        List<PoweredNode> nodes = new ArrayList<>();
        List<String> addresses = CassandraCluster.addresses(options.address, count);
        for (int i = 0; i < count; i++) {
            Layout layout = count == 1 ? campaign : campaign.in(PoweredNode.DIRECTORY + (i + 1));
            nodes.add(node(layout, target, addresses.get(i)));
        }
        return nodes;
    }

    private PoweredNode node(Layout layout, PowerCutVerb.Target target, String address) {
        if (target == PowerCutVerb.Target.FIRESTEEL) {
            NodeDrives drives = layout.drives(new Journals());
            return new PoweredNode(
                    drives, options.target(drives.journal(), layout.directory), address);
        }
        String sync =
                target == PowerCutVerb.Target.STOCK ? StockTarget.BATCH : StockTarget.PERIODIC;
        return new PoweredNode(layout.drives(JournalTool.NONE), new StockTarget(sync), address);
    }

    /** Cuts the power. Returns the exit code. */
    int run(PowerCutSettings settings) throws IOException, InterruptedException {
        CampaignKind.POWER_CUT.require(settings.directory());
        console.note("Results go to " + settings.results());
        PowerCutCampaign campaign =
                new PowerCutCampaign(
                        settings, result -> tell(result, settings.cuts()), System::nanoTime);
        PowerCutSummary summary;
        try (ShutdownHook hook = LocalCampaign.tellIfInterrupted(settings.results(), console)) {
            summary = campaign.run();
        }
        if (told == 0 && summary.cuts() >= settings.cuts())
            console.note(
                    "No node was started: %s holds %s already. Give larger --cuts, or another --data"
                            .formatted(settings.results(), Amount.of(summary.cuts(), "cut")));
        console.say(options.isJson ? JsonLine.of(summary) : text(summary));
        if (summary.readsInVain()) console.note(SightText.inVain(settings.results()));
        return summary.isClean() ? CLEAN : NOT_CLEAN;
    }

    private void tell(PowerCutResult cut, int of) {
        told++;
        console.note(new PowerCutLine(cut).text(of));
        cut.findings().forEach(finding -> console.note("  " + finding));
    }

    private static String text(PowerCutSummary summary) {
        return """
                %s of %s%s, %d of which lost unflushed data: %d lost, %d of them reported,
                %d seen and gone, %d phantom, %d corrupted
                  %d of %d writes acknowledged
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
                        summary.gone(),
                        summary.phantom(),
                        summary.corrupted(),
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

    /** The journal's own tools. */
    private final class Journals implements JournalTool {
        @Override
        public void format(Path path, long bytes) throws JournalException {
            JournalMaker.make(
                    path,
                    JournalLayout.withSegments(bytes, JournalLayout.segmentBytes(bytes)),
                    console);
        }

        @Override
        public List<String> damages(Path path) {
            List<String> damages = new ArrayList<>();
            try {
                JournalReader.read(path, new DamageList(damages));
            } catch (IOException e) {
                damages.add(String.valueOf(e.getMessage()));
            }
            return damages;
        }
    }

    private record DamageList(List<String> damages) implements ReplayHandler {
        @Override
        public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {}

        @Override
        public void damage(Damage damage) {
            damages.add(damage.finding() + ": " + damage.description());
        }
    }
}
