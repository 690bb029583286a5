// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.DatedResult;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.drive.LostRecords;
import dev.firesteel.lab.drive.SimulatedDrives;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Repeatedly cuts the power of the drives of a node or of a whole cluster under load, turns it on,
 * restarts the nodes, and checks every acknowledged write and every value read.
 *
 * <p>Every fifth cut of honest drives is followed by another while a node replays.
 *
 * <p>The drives stop answering before a node is killed. Writes of the dying node and the contents
 * of the page cache are therefore lost. This shows what {@link CrashCampaign} cannot: that
 * acknowledged writes had left the machine's memory.
 *
 * <p>An interrupted campaign continues when it is run again in the same directory. It stops at the
 * first finding, and does not continue until the finding was inspected. Nothing stays mounted at
 * its end.
 */
public final class PowerCutCampaign {
    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;
    private static final int START_UP_CUT_EVERY = 5;

    private final PowerCutSettings settings;
    private final NodeDrives drives;
    private final Consumer<PowerCutResult> listener;
    private final CampaignProcesses running = new CampaignProcesses();
    private final PowerCycle node;
    private final ResultFile<PowerCutResult> results;
    private final FindingFile finding;
    private final CampaignTerms terms;

    /**
     * Creates a campaign.
     *
     * @param listener receives each result once it is written
     * @param nanos a clock in nanoseconds, of any origin
     */
    public PowerCutCampaign(
            PowerCutSettings settings, Consumer<PowerCutResult> listener, LongSupplier nanos) {
        this.settings = settings;
        this.drives = settings.first().drives();
        this.listener = listener;
        this.node = new PowerCycle(settings, running, nanos);
        this.results = new ResultFile<>(settings.results(), PowerCutResult.class);
        this.finding = new FindingFile(settings.directory(), running::isEnding);
        this.terms = terms(settings);
    }

    /**
     * Runs the campaign, or the rest of it. All processes that it started end with this call, and
     * with the JVM.
     *
     * @throws FindingException if a node misbehaved; the next run refuses to continue
     * @throws IOException if it cannot go on; the next run tries again
     */
    public PowerCutSummary run() throws IOException, InterruptedException {
        SimulatedDrives.requireSupported();
        try (CampaignLock lock = CampaignLock.take(settings.directory())) {
            FindingFile.requireNone(settings.directory());
            FaultsUnderLoad.prepare(settings);
            List<PowerCutResult> cuts = results.read();
            requireSame(cuts);
            subject().requireSame();
            for (Path each : nodeDirectories()) RunningNode.killIn(each); // of a killed campaign
            try (ShutdownHook hook = new ShutdownHook("end-campaign", this::end)) {
                try {
                    cutAgainAndAgain(cuts);
                } finally {
                    end();
                }
            }
            return summarize(cuts);
        }
    }

    private PowerCutSummary summarize(List<PowerCutResult> cuts) throws IOException {
        PowerCutSummary summary = PowerCutSummary.of(settings, cuts);
        Files.writeString(settings.summary(), DatedResult.line(summary) + "\n");
        return summary;
    }

    /** Ends the nodes first: file systems in use cannot be unmounted. */
    private synchronized void end() {
        running.close();
        List<IOException> failures = new ArrayList<>();
        boolean isInterrupted = false;
        try {
            FaultsUnderLoad.endPartitions(settings);
        } catch (IOException e) {
            failures.add(e);
        }
        for (PoweredNode each : settings.nodes()) {
            try {
                each.drives().close();
            } catch (IOException e) {
                failures.add(e);
            } catch (InterruptedException e) {
                isInterrupted = true; // set again once all are closed, which waits
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
        if (!failures.isEmpty())
            throw new UncheckedIOException(
                    "The drives or a partition could not be released", failures.get(0));
    }

    private boolean goesOn(List<PowerCutResult> cuts) {
        return cuts.size() < settings.cuts() && cuts.stream().allMatch(PowerCutResult::isClean);
    }

    /** Returns the directories with drives, also those of a campaign with more or fewer nodes. */
    private List<Path> nodeDirectories() throws IOException {
        List<Path> directories = new ArrayList<>();
        if (NodeDrives.areIn(settings.directory())) directories.add(settings.directory());
        try (DirectoryStream<Path> nodes =
                Files.newDirectoryStream(settings.directory(), PoweredNode.DIRECTORY + "[1-9]")) {
            for (Path each : nodes) if (NodeDrives.areIn(each)) directories.add(each);
        }
        return directories;
    }

    /** Checks that existing results are of this campaign. */
    private void requireSame(List<PowerCutResult> cuts) throws IOException {
        for (PowerCutResult cut : cuts)
            if (!cut.target().equals(settings.target())
                    || !cut.kind().equals(settings.kind())
                    || cut.lying() != drives.isLying()
                    || cut.campaignSeed() != settings.seed())
                throw new CampaignException(
                        ("%s holds a campaign against %s (%s%s) with seed %d: continue"
                                        + " with those, or give another --data")
                                .formatted(
                                        settings.directory(),
                                        cut.target(),
                                        cut.kind(),
                                        cut.lying() ? ", lying" : "",
                                        cut.campaignSeed()));
        terms.requireSame();
    }

    private CampaignTerms subject() throws IOException {
        return CampaignTerms.ofSubject(settings.directory(), settings.build());
    }

    private static CampaignTerms terms(PowerCutSettings settings) {
        return CampaignTerms.ofOptions(
                settings.directory(),
                "a log of %d bytes (%s%s), loads of %d to %d ms by %s%s, and a heap of %s"
                        .formatted(
                                settings.first().drives().logBytes(),
                                settings.kind(),
                                settings.first().drives().isLying() ? ", lying" : "",
                                settings.shortestLoadMillis(),
                                settings.longestLoadMillis(),
                                settings.load().clients(),
                                settings.faults().isEmpty()
                                        ? ""
                                        : ", the faults " + settings.faultNames(),
                                settings.heap()));
    }

    private void cutAgainAndAgain(List<PowerCutResult> cuts)
            throws IOException, InterruptedException {
        if (!goesOn(cuts)) return;
        for (Path each : nodeDirectories())
            SimulatedDrives.clear(each); // remains of a killed campaign
        boolean isUsable = canGoOnWithDrives(cuts) && finding.keep("Start", () -> begin(cuts));
        while (goesOn(cuts)) {
            int number = cuts.size() + 1;
            boolean isNew = !isUsable;
            PowerCutResult result = finding.keep("Cut " + number, () -> cut(number, isNew));
            take(result, cuts);
            isUsable = result.isWhole();
        }
    }

    /**
     * Returns whether drives are reusable. An interrupted lying drive has unknown losses. Drives
     * from before the first cut may belong to a campaign with other terms.
     */
    private boolean canGoOnWithDrives(List<PowerCutResult> cuts) throws IOException {
        boolean isWhole = cuts.isEmpty() ? terms.areKept() : cuts.get(cuts.size() - 1).isWhole();
        return isWhole
                && !drives.isLying()
                && settings.nodes().stream().allMatch(each -> each.drives().exist());
    }

    /**
     * Starts the existing node. If a campaign was interrupted here, its interruption is judged as a
     * cut.
     */
    private boolean begin(List<PowerCutResult> cuts) throws IOException, InterruptedException {
        boolean isCut = settings.logs().areOpen(settings.load().shape());
        PowerCycle.Restart restart = node.restart(isCut || !cuts.isEmpty());
        CassandraNode started = restart.node();
        if (started != null) node.createTable();
        if (!isCut) return started != null;
        int number = cuts.size() + 1;
        PowerCutResult result = judge(number, PowerCycle.Outage.UNSEEN, LostRecords.NONE, restart);
        take(result, cuts);
        return result.isWhole();
    }

    private void take(PowerCutResult result, List<PowerCutResult> cuts) throws IOException {
        results.append(result);
        cuts.add(result);
        listener.accept(result);
    }

    private PowerCutResult cut(int number, boolean isNew) throws IOException, InterruptedException {
        if (isNew) node.startAnew();
        terms.keep();
        subject().keep();
        PowerCycle.Outage outage = node.cutUnderLoad(seed(number));
        LostRecords lost = drives.lostRecords();
        // After two cuts in a row, a lying drive's losses could not be attributed to one of them.
        if (number % START_UP_CUT_EVERY == 0 && !drives.isLying())
            outage = node.cutAgainInStartUp(outage, seed(number));
        return judge(number, outage, lost, node.restart(true));
    }

    private PowerCutResult judge(
            int number, PowerCycle.Outage outage, LostRecords lost, PowerCycle.Restart restart)
            throws IOException {
        try (Ledger ledger = Ledger.open(settings.logs().ledger(), settings.load().shape())) {
            LedgerCounts counts = ledger.counts();
            Verdict verdict = verdict(ledger, number, restart);
            boolean reported = !restart.reports().isEmpty();
            return new PowerCutResult(
                    settings.target(),
                    settings.kind(),
                    drives.isLying(),
                    settings.seed(),
                    number,
                    seed(number),
                    outage.loadSeconds(),
                    outage.startUpCut(),
                    outage.cutReplay(),
                    outage.faults().stallSeconds(),
                    outage.faults().partitionSeconds(),
                    outage.drives(),
                    counts.attempted(),
                    counts.acknowledged(),
                    counts.seen(),
                    counts.seenUnacknowledged(),
                    verdict.rows(),
                    restart.node() == null,
                    verdict.lost(),
                    reported ? verdict.lost() : 0,
                    verdict.gone(),
                    verdict.phantom(),
                    verdict.corrupted(),
                    verdict.histories(),
                    verdict.changes(),
                    lost.promised(),
                    lost.entries(),
                    lost.tellable(),
                    lost.sectors(),
                    reported,
                    restart.seconds(),
                    verdict.findings());
        }
    }

    private Verdict verdict(Ledger ledger, int number, PowerCycle.Restart restart)
            throws IOException {
        if (restart.node() == null) return Verdict.NOTHING.after(restart.reports());
        Verdict verdict =
                node.ledgerNodes().verify(ledger, seed(number), settings.load(), settings.logs());
        return restart.reports().isEmpty() ? verdict : verdict.after(restart.reports());
    }

    private long seed(int cut) {
        return settings.seed() + cut * SEED_STEP;
    }
}
