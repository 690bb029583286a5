// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.LabSession;
import dev.firesteel.lab.drive.CutReport;
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
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Starts a node on new drives, cuts its power under load, and restarts it. */
final class PowerCycle {
    private static final Duration START_PATIENCE = Duration.ofMinutes(5);

    /** The option that Cassandra itself recommends when it refuses to start. */
    private static final String OVERLOOK_DAMAGE = "-Dcassandra.commitlog.ignorereplayerrors=true";

    /**
     * A power cut.
     *
     * @param loadSeconds from the beginning of the load on
     * @param drives its losses
     * @param startUpCut whether the power was cut once more during startup
     * @param cutReplay whether the node's replay was not over by then
     */
    record Outage(double loadSeconds, CutReport drives, boolean startUpCut, boolean cutReplay) {
        /** The cut that an interruption of the campaign amounts to; its losses are unknown. */
        static final Outage UNSEEN = new Outage(0, new CutReport(List.of()), false, false);

        private Outage andAgain(boolean inReplay) {
            return new Outage(loadSeconds, drives, true, inReplay);
        }
    }

    /**
     * A restart of the node.
     *
     * @param node null if its log's file system could not be mounted, or if it refused even with
     *     the option to ignore the damage
     * @param reports the damage reported, and the node's refusals
     * @param seconds of all its starts
     */
    record Restart(@Nullable CassandraNode node, List<String> reports, double seconds) {}

    private final PowerCutSettings settings;
    private final NodeDrives drives;
    private final Target target;
    private final CampaignProcesses running;
    private final LongSupplier nanos;

    PowerCycle(
            PowerCutSettings settings,
            Target target,
            CampaignProcesses running,
            LongSupplier nanos) {
        this.settings = settings;
        this.drives = settings.drives();
        this.target = target;
        this.running = running;
        this.nanos = nanos;
    }

    /** Deletes everything, and starts a node on new drives. */
    void startAnew() throws IOException, InterruptedException {
        running.stop();
        drives.detach();
        FileTree.delete(settings.ledger());
        drives.make();
        Restart restart = restart(false);
        if (restart.node() == null)
            throw new FindingException("A new node does not start: " + restart.reports());
        createTable(restart.node());
    }

    void createTable(CassandraNode node) throws IOException {
        try (CqlSession session = LabSession.openAlone(node.contactPoint())) {
            LedgerTable.create(session, settings.load().shape());
            target.requireGenuine(node, session);
        }
    }

    /**
     * Writes to the node and cuts its power. On return the node and the ledger's process have
     * ended, and the drives are off.
     */
    Outage cutUnderLoad(long seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        Duration load =
                Duration.ofMillis(
                        random.nextLong(
                                settings.shortestLoadMillis(), settings.longestLoadMillis() + 1L));
        try (LedgerRun ledger = running.start(ledgerSettings(seed), settings.directory())) {
            ledger.awaitLoad();
            long start = nanos.getAsLong();
            ledger.last(load);
            CutReport report = cut(running.node(), random);
            double seconds = (nanos.getAsLong() - start) / 1e9;
            ledger.stop();
            drives.detach();
            return new Outage(seconds, report, false, false);
        } catch (CampaignException e) {
            throw running.blame(e);
        }
    }

    /** Turns the power on, starts the node, and cuts its power once it is about to replay. */
    Outage cutAgainInStartUp(Outage outage, long seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(~seed);
        drives.powerOn();
        StartUpKill.Result again =
                new StartUpKill(random, nanos)
                        .kill(nodeSettings(), running::start, node -> cut(node, random));
        drives.detach();
        return outage.andAgain(again.cutReplay());
    }

    /** Cuts the power before the node is killed, so that its last writes do not reach a drive. */
    private CutReport cut(CassandraNode node, SplittableRandom random)
            throws IOException, InterruptedException {
        CutReport report = drives.cut(random.nextLong());
        // Sends the signal before any request waiting for a drive fails.
        ProcessHandle.of(node.pid()).ifPresent(ProcessHandle::destroyForcibly);
        drives.powerOff();
        node.kill();
        return report;
    }

    /**
     * Turns the power on and starts the node. If it refuses because of damage, starts it again with
     * the damage ignored, to see the surviving rows.
     *
     * @param isBack whether it has run on these drives before; if not, a failure may be due to a
     *     wrong option, and is no finding
     */
    Restart restart(boolean isBack) throws IOException, InterruptedException {
        try {
            drives.powerOn();
        } catch (NodeDrives.SpoiltLogException e) {
            if (!drives.isLying()) throw new FindingException(String.valueOf(e.getMessage()), e);
            return new Restart(null, List.of(String.valueOf(e.getMessage())), 0);
        }
        List<String> reports = new ArrayList<>(drives.damages());
        target.prepare();
        long began = nanos.getAsLong();
        CassandraNode node = start(nodeSettings(), isBack, reports);
        if (node != null && !reports.isEmpty())
            throw new FindingException("The node started over a damaged journal: " + reports);
        if (node == null) node = start(nodeSettings().jvmOption(OVERLOOK_DAMAGE), isBack, reports);
        return new Restart(node, reports, (nanos.getAsLong() - began) / 1e9);
    }

    /**
     * Starts the node.
     *
     * @return null if it has reported damage
     * @throws FindingException if it fails for any other reason of its own
     */
    private @Nullable CassandraNode start(
            NodeSettings settings, boolean isBack, List<String> reports) throws IOException {
        LogTail log = LogTail.at(settings.directory().log());
        CassandraNode node = running.start(settings);
        try {
            return node.awaitReady(START_PATIENCE);
        } catch (NodeException e) {
            if (!reportsDamage(node, log)) throw isBack ? RestartCheck.failure(node, e) : e;
            reports.add(String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Returns whether the node ended with a report of damage. A slow start is none. */
    private boolean reportsDamage(CassandraNode node, LogTail log) {
        return !node.isAlive()
                && new DamageReport(target.damageMessage()).isMadeBy(node.exitCode(), log);
    }

    private LedgerSettings ledgerSettings(long seed) {
        return LedgerSettings.of(settings.ledger(), running.node(), settings.load(), seed);
    }

    private NodeSettings nodeSettings() {
        NodeSettings node =
                CassandraNode.at(drives.nodeDirectory())
                        .address(settings.address())
                        .heap(settings.heap())
                        .setting("hinted_handoff_enabled", false)
                        .shortLived()
                        .ignoreTerminal()
                        .knownIn(settings.directory());
        target.configure(node);
        drives.configure(node);
        return node;
    }
}
