// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Starts a node and ends it while it replays what the last kill left. */
public final class StartUpKill {
    /** Cassandra opens the tables right before it replays. */
    private static final String REPLAY_IS_NEAR = "Initializing firesteel_lab.ledger";

    /** What Cassandra or Firesteel says when it has replayed. */
    private static final List<String> REPLAY_IS_OVER =
            List.of("Log replay complete", "Replayed the journal");

    private static final int POLL_MILLIS = 10;
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

    /** Ends a node at random once it is about to replay, in whatever way. */
    public Result kill(NodeSettings settings, NodeStarter starter, NodeEnder ender)
            throws IOException, InterruptedException {
        LogTail log = LogTail.at(settings.directory().log());
        long start = nanos.getAsLong();
        CassandraNode node = starter.start(settings);
        while (!log.says(REPLAY_IS_NEAR) && nanos.getAsLong() - start < PATIENCE_NANOS)
            if (Exit.within(node, POLL_MILLIS))
                throw new FaultException(
                        "The node ended by itself with exit code %d; see %s"
                                .formatted(node.exitCode(), node.logFile()));
        Exit.within(node, random.nextInt(LONGEST_REPLAY_MILLIS));
        boolean cutReplay = REPLAY_IS_OVER.stream().noneMatch(log::says);
        ender.end(node);
        return new Result((nanos.getAsLong() - start) / 1e9, cutReplay);
    }

    /**
     * What became of it.
     *
     * @param seconds how long the node had run
     * @param cutReplay whether it had not replayed everything
     */
    public record Result(double seconds, boolean cutReplay) {}

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
