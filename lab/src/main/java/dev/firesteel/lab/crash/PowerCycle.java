// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.drive.CutReport;
import dev.firesteel.lab.drive.PowerLoss;
import dev.firesteel.lab.fault.DamageReport;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.lab.fault.LogTail;
import dev.firesteel.lab.fault.RestartCheck;
import dev.firesteel.lab.fault.StartUpKill;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Starts nodes on new drives, cuts their power under load, and restarts them. */
final class PowerCycle {
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);

    /** The longest time between the cuts of two nodes. */
    private static final int LONGEST_GAP_MILLIS = 2_000;

    /** The option that Cassandra itself recommends when it refuses to start. */
    private static final String OVERLOOK_DAMAGE = "-Dcassandra.commitlog.ignorereplayerrors=true";

    /**
     * A power cut.
     *
     * @param loadSeconds from the beginning of the load on
     * @param drives its losses
     * @param startUpCut whether the power was cut once more during startup
     * @param cutReplay whether the first node's replay was not over by then
     * @param faults the faults before it
     */
    record Outage(
            double loadSeconds,
            CutReport drives,
            boolean startUpCut,
            boolean cutReplay,
            FaultsUnderLoad.Struck faults) {
        /** The cut that an interruption of the campaign amounts to; its losses are unknown. */
        static final Outage UNSEEN =
                new Outage(0, new CutReport(List.of()), false, false, FaultsUnderLoad.Struck.NONE);

        private Outage andAgain(boolean inReplay) {
            return new Outage(loadSeconds, drives, true, inReplay, faults);
        }
    }

    /**
     * A restart of all nodes.
     *
     * @param node the first; null if a log's file system could not be mounted, or if a node refused
     *     even with the option to ignore the damage
     * @param reports the damage reported, and the nodes' refusals
     * @param seconds of all starts
     */
    record Restart(@Nullable CassandraNode node, List<String> reports, double seconds) {}

    private final PowerCutSettings settings;
    private final CampaignProcesses running;
    private final LongSupplier nanos;

    PowerCycle(PowerCutSettings settings, CampaignProcesses running, LongSupplier nanos) {
        this.settings = settings;
        this.running = running;
        this.nanos = nanos;
    }

    /** Deletes everything, and starts nodes on new drives. */
    void startAnew() throws IOException, InterruptedException {
        running.stop();
        detach();
        settings.logs().delete();
        for (PoweredNode each : settings.nodes()) each.drives().make();
        Restart restart = restart(false);
        if (restart.node() == null)
            throw new FindingException("A new node does not start: " + restart.reports());
        createTable();
    }

    private void detach() throws IOException, InterruptedException {
        for (PoweredNode each : settings.nodes()) each.drives().detach();
    }

    /** Makes the table where it is missing. Checks that each node is of its kind. */
    void createTable() throws IOException, InterruptedException {
        ledgerNodes().createTable(settings.load());
    }

    LedgerNodes ledgerNodes() {
        List<CampaignNode> nodes = settings.nodes().stream().map(PoweredNode::node).toList();
        return new LedgerNodes(nodes, running, nanos);
    }

    /**
     * Writes to the nodes and cuts their power: at one moment, or one node after the other while
     * the load goes on. On return the nodes and the ledger's process have ended, and the drives are
     * off.
     */
    Outage cutUnderLoad(long seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        Duration load =
                Duration.ofMillis(
                        random.nextLong(
                                settings.shortestLoadMillis(), settings.longestLoadMillis() + 1L));
        try (LedgerRun ledger = running.start(ledgerSettings(seed), settings.directory());
                FaultsUnderLoad faults = new FaultsUnderLoad(settings, running, random, nanos)) {
            ledger.awaitLoad();
            long start = nanos.getAsLong();
            ledger.last(load);
            FaultsUnderLoad.Struck struck = faults.strike(ledger);
            CutReport report = cut(ledger, random);
            faults.close();
            double seconds = (nanos.getAsLong() - start) / 1e9;
            ledger.stop();
            detach();
            return new Outage(seconds, report, false, false, struck);
        } catch (CampaignException e) {
            throw running.blame(e);
        }
    }

    /** Turns the power on, starts the nodes, and cuts it once the first is about to replay. */
    Outage cutAgainInStartUp(Outage outage, long seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(~seed);
        for (PoweredNode each : settings.nodes()) each.drives().powerOn();
        List<PoweredNode> others = settings.nodes().subList(1, settings.nodes().size());
        for (PoweredNode each : others) running.start(nodeSettings(each));
        StartUpKill.Result again =
                new StartUpKill(random, nanos)
                        .kill(
                                nodeSettings(settings.first()),
                                running::start,
                                node -> cut(settings.nodes(), random));
        detach();
        return outage.andAgain(again.cutReplay());
    }

    private CutReport cut(LedgerRun ledger, SplittableRandom random)
            throws IOException, InterruptedException {
        List<PoweredNode> nodes = settings.nodes();
        if (nodes.size() == 1 || random.nextBoolean()) return cut(nodes, random);
        List<PoweredNode> order = new ArrayList<>(nodes);
        Collections.shuffle(order, new Random(random.nextLong()));
        List<PowerLoss.Toll> tolls = new ArrayList<>();
        for (PoweredNode each : order) {
            tolls.addAll(cut(List.of(each), random).tolls());
            ledger.goesOn(Duration.ofMillis(random.nextInt(LONGEST_GAP_MILLIS)));
        }
        return new CutReport(tolls);
    }

    /** Cuts the power before the nodes are killed, so that no last write reaches a drive. */
    private CutReport cut(List<PoweredNode> nodes, SplittableRandom random)
            throws IOException, InterruptedException {
        List<CassandraNode> killed = new ArrayList<>();
        for (PoweredNode each : nodes) killed.add(running.node(each.drives().nodeDirectory()));
        List<PowerLoss.Toll> tolls = new ArrayList<>();
        try {
            for (PoweredNode each : nodes)
                tolls.addAll(each.drives().cut(random.nextLong()).tolls());
            // Sends the signals before any request waiting for a drive fails.
            for (CassandraNode node : killed)
                ProcessHandle.of(node.pid()).ifPresent(ProcessHandle::destroyForcibly);
        } finally {
            // A process that waits for a drive whose power is cut cannot end.
            for (PoweredNode each : nodes) each.drives().powerOff();
        }
        killed.forEach(CassandraNode::kill);
        return new CutReport(tolls);
    }

    /**
     * Turns the power on and starts the nodes. If one refuses because of damage, starts it again
     * with the damage ignored, to see the surviving rows.
     *
     * @param isBack whether they have run on these drives before; if not, a failure may be due to a
     *     wrong option, and is no finding
     */
    Restart restart(boolean isBack) throws IOException, InterruptedException {
        List<String> reports = new ArrayList<>();
        try {
            for (PoweredNode each : settings.nodes()) {
                each.drives().powerOn();
                reports.addAll(each.drives().damages());
                each.target().prepare();
            }
        } catch (NodeDrives.SpoiltLogException e) {
            if (!settings.first().drives().isLying())
                throw new FindingException(String.valueOf(e.getMessage()), e);
            return new Restart(null, List.of(String.valueOf(e.getMessage())), 0);
        }
        long began = nanos.getAsLong();
        boolean isDamaged = !reports.isEmpty();
        boolean haveStarted = start(isBack, false, reports);
        if (haveStarted && isDamaged)
            throw new FindingException("The node started over a damaged journal: " + reports);
        if (!haveStarted) haveStarted = start(isBack, true, reports);
        if (haveStarted && isBack) new ClusterView(running.nodes(), nanos).awaitAll();
        return new Restart(
                haveStarted ? running.node() : null, reports, (nanos.getAsLong() - began) / 1e9);
    }

    /**
     * Starts all nodes: at once, or new ones one after the other, because two might choose the same
     * tokens.
     *
     * @return false if one has reported damage
     * @throws FindingException if one fails for any other reason of its own
     */
    private boolean start(boolean isBack, boolean overlooksDamage, List<String> reports)
            throws IOException {
        List<Starting> starting = new ArrayList<>();
        boolean haveStarted = true;
        for (PoweredNode each : settings.nodes()) {
            NodeSettings node = nodeSettings(each);
            if (overlooksDamage) node.jvmOption(OVERLOOK_DAMAGE);
            LogTail log = LogTail.at(node.directory().log());
            Starting started = new Starting(each, running.start(node), log);
            if (isBack) starting.add(started);
            else haveStarted &= started.isReady(false, reports);
        }
        for (Starting each : starting) haveStarted &= each.isReady(true, reports);
        return haveStarted;
    }

    /** A node that was started, and its log since then. */
    private record Starting(PoweredNode kind, CassandraNode node, LogTail log) {
        private boolean isReady(boolean isBack, List<String> reports) throws IOException {
            try {
                node.awaitReady(START_PATIENCE);
                return true;
            } catch (NodeException e) {
                if (!reportsDamage()) throw isBack ? RestartCheck.failure(node, e) : e;
                reports.add(String.valueOf(e.getMessage()));
                return false;
            }
        }

        /** Returns whether the node ended with a report of damage. A slow start is none. */
        private boolean reportsDamage() {
            return !node.isAlive()
                    && new DamageReport(kind.target().damageMessage())
                            .isMadeBy(node.exitCode(), log);
        }
    }

    private LedgerSettings ledgerSettings(long seed) {
        return LedgerSettings.of(settings.directory(), running.node(), settings.load(), seed);
    }

    private NodeSettings nodeSettings(PoweredNode node) {
        return node.settings(settings.heap(), settings.addresses());
    }
}
