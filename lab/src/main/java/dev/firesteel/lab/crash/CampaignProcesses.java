// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.fault.Exit;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The running processes of a campaign: its nodes, and at most one ledger's process. */
final class CampaignProcesses implements AutoCloseable {
    private @Nullable ShutdownHook hook;
    private final Map<Path, CassandraNode> nodes = new LinkedHashMap<>();
    private @Nullable LedgerRun ledger;
    private boolean ending;

    /** Ends all processes with the JVM. */
    CampaignProcesses endWithJvm() {
        hook = new ShutdownHook("end-campaign", this::end);
        return this;
    }

    /** Starts a node. Kills the one that was started in its directory before. */
    synchronized CassandraNode start(NodeSettings settings) throws IOException {
        requireGoingOn();
        CassandraNode former = nodes.get(settings.directory().root());
        if (former != null) former.kill();
        CassandraNode node = settings.start();
        nodes.put(settings.directory().root(), node);
        return node;
    }

    synchronized LedgerRun start(LedgerSettings settings, Path directory) throws IOException {
        requireGoingOn();
        ledger = LedgerRun.start(settings, directory);
        return ledger;
    }

    /** Returns the node, or the first of them. */
    synchronized CassandraNode node() {
        if (nodes.isEmpty()) throw new IllegalStateException("No node was started");
        return nodes().get(0);
    }

    /** Returns the node that was last started in a directory. */
    synchronized CassandraNode node(Path directory) {
        CassandraNode node = nodes.get(directory);
        if (node == null) throw new IllegalStateException("No node was started in " + directory);
        return node;
    }

    /** Returns the node that was last started in each directory. */
    synchronized List<CassandraNode> nodes() {
        return List.copyOf(nodes.values());
    }

    /** Kills all nodes, to start others. */
    synchronized void stop() {
        nodes.values().forEach(CassandraNode::kill);
    }

    /** Returns whether the campaign is being ended; failures are then expected. */
    synchronized boolean isEnding() {
        return ending;
    }

    /** Returns the reason why the load failed. A node that ended by itself is a finding. */
    IOException blame(CampaignException failure) throws InterruptedException {
        for (CassandraNode struck : nodes())
            if (Exit.isByItself(struck))
                return new FindingException(
                        "The node ended by itself under load with exit code %d; see %s"
                                .formatted(struck.exitCode(), struck.logFile()),
                        failure);
        return failure;
    }

    @Override
    public void close() {
        end();
        if (hook != null) hook.close();
    }

    private synchronized void end() {
        ending = true;
        if (ledger != null) ledger.close();
        stop();
    }

    private void requireGoingOn() throws CampaignException {
        if (ending)
            throw new CampaignException("The campaign was interrupted; run it again to go on");
    }
}
