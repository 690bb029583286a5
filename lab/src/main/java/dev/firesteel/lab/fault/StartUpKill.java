// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Starts a node and ends it while it replays what the last kill left. */
public final class StartUpKill {
    private static final int POLL_MILLIS = 10;

    /** Of a few seconds' writes; where it is longer, its end is not hit. */
    private static final int LONGEST_REPLAY_MILLIS = 500;

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final LongSupplier nanos;
    private final SplittableRandom random;

    /**
     * Ends at random.
     *
     * @param nanos a clock in nanoseconds, of any origin
     */
    public StartUpKill(SplittableRandom random, LongSupplier nanos) {
        this.random = random;
        this.nanos = nanos;
    }

    /** Ends a node at random once its replay has begun, in whatever way. */
    public Result kill(NodeSettings settings, NodeStarter starter, NodeEnder ender)
            throws IOException, InterruptedException {
        ReplayWatch replay = ReplayWatch.of(settings.directory().log());
        long start = nanos.getAsLong();
        CassandraNode node = starter.start(settings);
        while (replay.state() == ReplayState.AHEAD && nanos.getAsLong() - start < PATIENCE_NANOS)
            if (Exit.within(node, POLL_MILLIS)) throw Exit.of(node, "in its start");
        if (Exit.within(node, random.nextInt(LONGEST_REPLAY_MILLIS)))
            throw Exit.of(node, "in its start");
        // Not later: the log may be out of reach once the power of its drive is cut.
        ReplayState reached = replay.state();
        ender.end(node);
        return new Result((nanos.getAsLong() - start) / 1e9, reached);
    }

    /**
     * What became of it.
     *
     * @param seconds how long the node had run
     * @param replay how far its replay was
     */
    public record Result(double seconds, ReplayState replay) {
        /** Whether it ended before it had replayed everything. */
        public boolean cutReplay() {
            return replay != ReplayState.OVER;
        }
    }

    /** Starts a node and remembers it, so that it ends with the campaign. */
    @FunctionalInterface
    public interface NodeStarter {
        CassandraNode start(NodeSettings settings) throws IOException;
    }

    /** Ends a node; it has ended when this returns. */
    @FunctionalInterface
    public interface NodeEnder {
        void end(CassandraNode node) throws IOException, InterruptedException;
    }
}
