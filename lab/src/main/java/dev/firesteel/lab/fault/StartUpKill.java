// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Starts a node and ends it while it replays its log after a kill. */
public final class StartUpKill {
    private static final int POLL_MILLIS = 10;

    /** Replay time of a few seconds' writes. A longer replay is never ended in its last part. */
    private static final int LONGEST_REPLAY_MILLIS = 500;

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final LongSupplier nanos;
    private final SplittableRandom random;

    /**
     * Creates an object that ends nodes at random moments.
     *
     * @param nanos a clock in nanoseconds, of any origin
     */
    public StartUpKill(SplittableRandom random, LongSupplier nanos) {
        this.random = random;
        this.nanos = nanos;
    }

    /** Ends a node at a random moment after the start of its replay, by the given method. */
    public Result kill(NodeSettings settings, NodeStarter starter, NodeEnder ender)
            throws IOException, InterruptedException {
        ReplayWatch replay = ReplayWatch.of(settings.directory().log());
        long start = nanos.getAsLong();
        CassandraNode node = starter.start(settings);
        while (replay.state() == ReplayState.AHEAD && nanos.getAsLong() - start < PATIENCE_NANOS)
            if (Exit.within(node, POLL_MILLIS)) throw Exit.of(node, "in its start");
        if (Exit.within(node, random.nextInt(LONGEST_REPLAY_MILLIS)))
            throw Exit.of(node, "in its start");
        // Read now, because the log may be out of reach once the power of its drive is cut.
        ReplayState reached = replay.state();
        ender.end(node);
        return new Result((nanos.getAsLong() - start) / 1e9, reached);
    }

    /**
     * Result of the kill.
     *
     * @param seconds running time of the node
     * @param replay the state of its replay
     */
    public record Result(double seconds, ReplayState replay) {
        /** Returns whether it ended before its replay was over. */
        public boolean cutReplay() {
            return replay != ReplayState.OVER;
        }
    }

    /** Starts a node and registers it, so that it ends with the campaign. */
    @FunctionalInterface
    public interface NodeStarter {
        CassandraNode start(NodeSettings settings) throws IOException;
    }

    /** Ends a node; it has ended on return. */
    @FunctionalInterface
    public interface NodeEnder {
        void end(CassandraNode node) throws IOException, InterruptedException;
    }
}
