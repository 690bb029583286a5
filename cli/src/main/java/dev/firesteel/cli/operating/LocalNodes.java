// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.Console;
import dev.firesteel.node.CassandraCluster;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** Nodes that run as long as the command that started them. */
final class LocalNodes {
    private static final Duration START_PATIENCE = Duration.ofMinutes(10);

    /** A drain takes seconds, unless a flush cannot end, as on a full drive. */
    private static final Duration USUAL_DRAIN = Duration.ofSeconds(30);

    private static final Duration DRAIN_PATIENCE = Duration.ofMinutes(5);
    private static final Duration KILL_PATIENCE = Duration.ofSeconds(30);
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int SIGNALLED = 128;
    private static final int SIGKILL = 9;

    /** Prints a message once all nodes are up. */
    interface WhenReady {
        void tell() throws IOException;
    }

    private final CassandraCluster cluster;
    private final Console console;
    private final boolean hasJournals;
    private final Runnable afterwards;
    private volatile boolean isReady;
    private volatile boolean hasEnded;
    private volatile boolean isEnding;

    /**
     * Prepares nodes.
     *
     * @param afterwards is run once all nodes have ended, or could not be drained
     */
    LocalNodes(
            CassandraCluster cluster, boolean hasJournals, Console console, Runnable afterwards) {
        this.cluster = cluster;
        this.hasJournals = hasJournals;
        this.console = console;
        this.afterwards = afterwards;
    }

    /**
     * Starts the nodes and waits until all have ended, which is a failure: Ctrl-C ends this process
     * in the shutdown hook.
     */
    int run(WhenReady whenReady) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "end-nodes")); // owns threads
        List<ReplayNote> replays = new ArrayList<>();
        for (NodeSettings each : cluster.settings())
            replays.add(ReplayNote.before(each.directory().log()));
        console.note(
                "Starting Cassandra %s on %s ..."
                        .formatted(cluster.settings().get(0).release().version(), addresses()));
        cluster.start(START_PATIENCE, this::started);
        isReady = true;
        for (int i = 0; i < replays.size(); i++) tell(replays.get(i), cluster.settings().get(i));
        whenReady.tell();
        console.say("Ctrl-C drains and stops.");
        CompletableFuture.allOf(
                        cluster.nodes().stream()
                                .map(node -> node.onExit().thenAccept(this::ended))
                                .toArray(CompletableFuture[]::new))
                .join();
        afterwards.run();
        return FAILED;
    }

    private void tell(ReplayNote replay, NodeSettings node) throws IOException {
        String of = cluster.settings().size() == 1 ? "" : " of " + node.address();
        replay.line(of).ifPresent(console::say);
    }

    private String addresses() {
        return cluster.settings().stream()
                .map(NodeSettings::address)
                .collect(Collectors.joining(", "));
    }

    private void started(CassandraNode node) {
        NodeSettings settings = node.settings();
        console.say(
                "Node %s is up: process %d, files in %s"
                        .formatted(settings.address(), node.pid(), settings.directory().root()));
    }

    private void ended(CassandraNode node) {
        if (isEnding) return;
        hasEnded = true;
        console.note(
                "firesteel: the node on %s %s; see%n%s"
                        .formatted(
                                node.settings().address(),
                                reason(node.exitCode()),
                                node.logFile()));
        if (hasJournals && node.exitCode() > SIGNALLED)
            console.note(
                    "Its acknowledged writes are in its journal: "
                            + (cluster.nodes().stream().anyMatch(CassandraNode::isAlive)
                                    ? "the others run on.%nPress Ctrl-C, and then run the same command again."
                                            .formatted()
                                    : "run the same command again."));
    }

    /** Describes an exit code, in which a process that a signal ended has 128 more. */
    static String reason(int exitCode) {
        return exitCode > SIGNALLED
                ? "was ended by signal %d%s"
                        .formatted(
                                exitCode - SIGNALLED,
                                exitCode == SIGNALLED + SIGKILL
                                        ? " (kill -9, or out of memory)"
                                        : "")
                : "ended by itself with exit code " + exitCode;
    }

    /**
     * Drains the nodes after a signal, and then exits normally: a signal is no failure, unless a
     * node had ended before, or none was up.
     */
    private void end() {
        boolean isSignalled = cluster.nodes().stream().anyMatch(CassandraNode::isAlive);
        if (!isSignalled) {
            afterwards.run();
            return;
        }
        isEnding = true;
        int status = drain(USUAL_DRAIN, DRAIN_PATIENCE);
        afterwards.run();
        Runtime.getRuntime().halt(status); // owns exit
    }

    /**
     * Drains the nodes. Kills those with journals that have not ended in time.
     *
     * @param usual the time after which a note says how to end them
     * @param patience the time limit
     * @return the exit code
     */
    int drain(Duration usual, Duration patience) {
        console.note(isReady ? "Draining ..." : "Stopping a start that has not ended ...");
        CompletableFuture<Void> note =
                CompletableFuture.runAsync(
                        () -> sayHowToEnd(usual),
                        CompletableFuture.delayedExecutor(usual.toMillis(), TimeUnit.MILLISECONDS));
        try {
            cluster.drainAndStop(patience);
            console.note("Stopped.");
            if (!isReady && hasJournals)
                console.note("The writes that journals held are still there.");
            return isReady && !hasEnded ? DONE : FAILED;
        } catch (NodeException e) {
            console.note("firesteel: " + e.getMessage());
            if (hasJournals) kill();
            return FAILED;
        } finally {
            note.cancel(false);
        }
    }

    private void kill() {
        if (cluster.nodes().stream().anyMatch(CassandraNode::isAlive)) {
            try {
                CompletableFuture.runAsync(cluster::close)
                        .get(KILL_PATIENCE.toSeconds(), TimeUnit.SECONDS);
                console.note("Killed. If its drive is full, make room first.");
            } catch (ExecutionException | InterruptedException | TimeoutException e) {
                console.note("It could not be killed: " + e);
            }
        }
        console.note("Acknowledged writes are in the journal: run the same command again.");
    }

    private void sayHowToEnd(Duration usual) {
        for (CassandraNode each : cluster.nodes()) {
            if (!each.isAlive()) continue;
            console.note(
                    "The node on %s has not ended after %d s. To end it at once:%nkill -9 %d"
                            .formatted(each.settings().address(), usual.toSeconds(), each.pid()));
            if (hasJournals) console.note("Its acknowledged writes stay in its journal.");
        }
    }
}
