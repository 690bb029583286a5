// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Sends SIGKILL at a random line of the journal's or the agent's code, with every thread stopped
 * there: once under load, and once more in the startup that follows.
 */
final class PointFault implements Fault {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration START_PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_HITS_UNDER_LOAD = 50;

    /** Most startup code runs only once. */
    private static final int MOST_HITS_IN_START_UP = 1;

    private int port;

    @Override
    public String name() {
        return "points";
    }

    @Override
    public boolean needsJournal() {
        return true;
    }

    @Override
    public void require(FaultTargets targets) throws IOException {
        targets.requireJournal(this);
    }

    @Override
    public boolean arm(
            NodeSettings settings, FaultTargets targets, int turn, SplittableRandom random)
            throws IOException {
        port = Debugger.allow(settings, false);
        return true;
    }

    @Override
    public void strike(FaultContext context) throws IOException, InterruptedException {
        context.load().last(context.chooseLoad());
        stopAndKill(context, CrashPoint.UNDER_LOAD, MOST_HITS_UNDER_LOAD, PATIENCE, "under load");
    }

    @Override
    public void aftermath(FaultContext context) throws IOException, InterruptedException {
        NodeSettings settings = context.settings();
        port = Debugger.allow(settings, true);
        ReplayWatch replay = ReplayWatch.of(settings.directory().log());
        long start = context.nanos().getAsLong();
        context.start(settings);
        stopAndKill(
                context,
                CrashPoint.IN_START_UP,
                MOST_HITS_IN_START_UP,
                START_PATIENCE,
                "in its start");
        context.killedInStartUp((context.nanos().getAsLong() - start) / 1e9, replay.state());
    }

    private void stopAndKill(
            FaultContext context,
            List<CrashPoint> points,
            int mostHits,
            Duration patience,
            String when)
            throws IOException, InterruptedException {
        SplittableRandom random = context.random();
        CassandraNode node = context.node();
        CrashPoint point = points.get(random.nextInt(points.size()));
        int hits = 1 + random.nextInt(mostHits);
        try (Debugger debugger = Debugger.attach(node, port, context.nanos(), when)) {
            Optional<String> line =
                    debugger.runTo(
                            new Debugger.Breakpoint(point, random, hits, Debugger.Stop.EVERYBODY),
                            patience);
            // The node may have missed the breakpoint because it ended by itself.
            if (line.isEmpty()) Exit.requireNone(node, when);
            node.kill();
            line.ifPresentOrElse(
                    at -> context.note(at + ", time " + hits),
                    () -> context.miss("not " + hits + " times at a line of " + point));
        }
    }
}
