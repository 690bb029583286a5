// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Sends SIGKILL at a random line of the journal's or the agent's code, with every thread stopped
 * there: once under load, and once more in the startup that follows.
 */
final class PointFault implements Fault {
    private static final Duration PATIENCE = Duration.ofSeconds(8);
    private static final Duration START_PATIENCE = Duration.ofSeconds(30);

    /** Many lines are reached in rare cases only: then others are tried. */
    private static final int TRIES_UNDER_LOAD = 4;

    private static final int MOST_HITS_UNDER_LOAD = 50;

    /** The breakpoints of a start, which runs most code only once. The first one reached counts. */
    private static final int BREAKPOINTS_IN_START_UP = 2;

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
        SplittableRandom random = context.random();
        List<Debugger.Breakpoint> tries = new ArrayList<>();
        for (int i = 0; i < TRIES_UNDER_LOAD; i++) {
            int most = 1 + random.nextInt(MOST_HITS_UNDER_LOAD);
            tries.add(breakpoint(CrashPoint.UNDER_LOAD, random, 1 + random.nextInt(most)));
        }
        stopAndKill(context, tries.stream().map(List::of).toList(), PATIENCE, "under load");
    }

    @Override
    public void aftermath(FaultContext context) throws IOException, InterruptedException {
        NodeSettings settings = context.settings();
        port = Debugger.allow(settings, true);
        ReplayWatch replay = ReplayWatch.of(settings.directory().log());
        long start = context.nanos().getAsLong();
        context.start(settings);
        List<Debugger.Breakpoint> breakpoints = new ArrayList<>();
        for (int i = 0; i < BREAKPOINTS_IN_START_UP; i++)
            breakpoints.add(breakpoint(CrashPoint.IN_START_UP, context.random(), 1));
        stopAndKill(context, List.of(breakpoints), START_PATIENCE, "in its start");
        context.killedInStartUp((context.nanos().getAsLong() - start) / 1e9, replay.state());
    }

    private static Debugger.Breakpoint breakpoint(
            List<CrashPoint> points, SplittableRandom random, int hits) {
        return new Debugger.Breakpoint(
                points.get(random.nextInt(points.size())), random, hits, Debugger.Stop.EVERYBODY);
    }

    /**
     * Kills the node at a breakpoint.
     *
     * @param tries the breakpoints; each list is tried in turn
     * @param patience for each try
     */
    private void stopAndKill(
            FaultContext context,
            List<List<Debugger.Breakpoint>> tries,
            Duration patience,
            String when)
            throws IOException, InterruptedException {
        CassandraNode node = context.node();
        try (Debugger debugger = Debugger.attach(node, port, context.nanos(), when)) {
            Optional<String> line = Optional.empty();
            for (int i = 0; i < tries.size() && line.isEmpty(); i++)
                line = debugger.runTo(tries.get(i), patience);
            // The node may have missed the breakpoints because it ended by itself.
            if (line.isEmpty()) Exit.requireNone(node, when);
            node.kill();
            line.ifPresentOrElse(
                    context::note, () -> context.miss("reached none of its lines " + when));
        }
    }
}
