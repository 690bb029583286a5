// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.fault.FaultException;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.lab.fault.Load;
import dev.firesteel.lab.fault.Partition;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The faults before one power cut. Each kind strikes in half of the cuts, drawn for each, so that
 * cuts have none, one or both. Each takes a drawn node, for 0.2 to 40 s, shorter ones more often.
 * The power is cut while they last, or up to 3 s later. A partition lasts at most until this is
 * closed.
 */
final class FaultsUnderLoad implements AutoCloseable {
    private static final double SHORTEST_SECONDS = 0.2;
    private static final double LONGEST_SECONDS = 40;
    private static final int LONGEST_AFTER_MILLIS = 3_000;

    /**
     * The faults that struck.
     *
     * @param stallSeconds from the start of the stall to its end or the cut; 0 without
     * @param partitionSeconds the same of the partition
     */
    record Struck(double stallSeconds, double partitionSeconds) {
        static final Struck NONE = new Struck(0, 0);
    }

    private final PowerCutSettings settings;
    private final CampaignProcesses running;
    private final SplittableRandom random;
    private @Nullable Partition partition;

    FaultsUnderLoad(PowerCutSettings settings, CampaignProcesses running, SplittableRandom random) {
        this.settings = settings;
        this.running = running;
        this.random = random;
    }

    /**
     * Checks that this machine supports faults, and ends the partitions of a killed campaign.
     *
     * @throws FaultException if it does not
     */
    static void prepare(PowerCutSettings settings) throws IOException {
        if (!settings.faults().contains(LoadFault.PARTITION)) return;
        Partition.requireSupported();
        for (PoweredNode each : settings.nodes()) Partition.clear(each.address());
    }

    /** Strikes, and returns at the moment of the cut. Draws nothing if there are no faults. */
    Struck strike(Load load) throws IOException, InterruptedException {
        if (settings.faults().isEmpty()) return Struck.NONE;
        Duration stall = draw(LoadFault.STALL);
        Duration separation = draw(LoadFault.PARTITION);
        if (stall.isZero() && separation.isZero()) return Struck.NONE;
        Duration cut =
                Duration.ofMillis(
                        random.nextLong(
                                longer(stall, separation).toMillis() + LONGEST_AFTER_MILLIS));
        if (!stall.isZero()) node().drives().stall(stall);
        if (!separation.isZero()) separate(node());
        Duration together = shorter(separation, cut);
        // The load may end: a node whose drives stall may answer no client.
        load.goesOn(together);
        if (together.compareTo(cut) < 0) close();
        load.goesOn(cut.minus(together));
        requireAllAlive();
        return new Struck(seconds(shorter(stall, cut)), seconds(together));
    }

    private Duration draw(LoadFault fault) {
        if (!settings.faults().contains(fault) || random.nextBoolean()) return Duration.ZERO;
        double seconds =
                SHORTEST_SECONDS
                        * Math.pow(LONGEST_SECONDS / SHORTEST_SECONDS, random.nextDouble());
        return Duration.ofMillis(Math.round(seconds * 1e3));
    }

    private PoweredNode node() {
        return settings.nodes().get(random.nextInt(settings.nodes().size()));
    }

    private void separate(PoweredNode node) throws IOException {
        List<String> others =
                settings.nodes().stream()
                        .map(PoweredNode::address)
                        .filter(each -> !each.equals(node.address()))
                        .toList();
        partition = Partition.between(node.address(), others);
    }

    private void requireAllAlive() throws IOException {
        for (CassandraNode each : running.nodes())
            if (!each.isAlive())
                throw new FindingException(
                        "A node ended by itself under a fault; see " + each.logFile());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }

    /** Ends a partition that lasts. */
    @Override
    public void close() throws IOException {
        Partition lasting = partition;
        partition = null;
        if (lasting != null) lasting.close();
    }
}
