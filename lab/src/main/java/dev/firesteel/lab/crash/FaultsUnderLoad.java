// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.fault.Exit;
import dev.firesteel.lab.fault.FaultException;
import dev.firesteel.lab.fault.Load;
import dev.firesteel.lab.fault.Partition;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The faults before one power cut. Each kind strikes with a probability of one half, so that cuts
 * have none, one or both. Each takes a drawn node, for 0.2 to 40 s; the logarithm is uniform. The
 * power is cut while they last, or up to 3 s later. A partition lasts at most until this is closed.
 */
final class FaultsUnderLoad implements AutoCloseable {
    private static final double SHORTEST_SECONDS = 0.2;
    private static final double LONGEST_SECONDS = 40;
    private static final int LONGEST_AFTER_MILLIS = 3_000;

    /** Cassandra's default, which campaigns do not change. */
    private static final int STORAGE_PORT = 7000;

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
    private final LongSupplier nanos;
    private @Nullable Partition partition;

    FaultsUnderLoad(
            PowerCutSettings settings,
            CampaignProcesses running,
            SplittableRandom random,
            LongSupplier nanos) {
        this.settings = settings;
        this.running = running;
        this.random = random;
        this.nanos = nanos;
    }

    /**
     * Checks that this machine supports the faults, and ends partitions that a killed campaign with
     * the same addresses has left.
     *
     * @throws FaultException if it does not
     */
    static void prepare(PowerCutSettings settings) throws IOException {
        if (settings.faults().contains(LoadFault.PARTITION)) Partition.requireSupported();
        endPartitions(settings);
    }

    /** Ends all partitions around the campaign's nodes. */
    static void endPartitions(PowerCutSettings settings) throws IOException {
        if (!settings.faults().contains(LoadFault.PARTITION)) return;
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
        long began = nanos.getAsLong();
        if (!stall.isZero()) node().drives().stall(stall);
        if (!separation.isZero()) partition = Partition.around(node().address(), STORAGE_PORT);
        // The load ends earlier if the clients find no node that answers.
        load.goesOn(shorter(separation, cut));
        Duration separated = since(began);
        if (separation.compareTo(cut) < 0) close();
        load.goesOn(cut.minus(shorter(separation, cut)));
        for (CassandraNode each : running.nodes())
            if (!each.isAlive()) throw Exit.of(each, "under a fault");
        return new Struck(
                seconds(shorter(stall, since(began))),
                separation.isZero() ? 0 : seconds(separated));
    }

    private Duration since(long began) {
        return Duration.ofNanos(nanos.getAsLong() - began);
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
