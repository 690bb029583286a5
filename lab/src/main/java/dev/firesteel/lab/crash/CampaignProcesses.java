// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.lab.fault.Exit;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The running processes of a campaign: at most one node and one ledger's process. */
final class CampaignProcesses implements AutoCloseable {
    private @Nullable ShutdownHook hook;
    private @Nullable CassandraNode node;
    private @Nullable LedgerRun ledger;
    private boolean ending;

    /** Ends all processes with the JVM. */
    CampaignProcesses endWithJvm() {
        hook = new ShutdownHook("end-campaign", this::end);
        return this;
    }

    synchronized CassandraNode start(NodeSettings settings) throws IOException {
        requireGoingOn();
        if (node != null) node.kill();
        node = settings.start();
        return node;
    }

    synchronized LedgerRun start(LedgerSettings settings, Path directory) throws IOException {
        requireGoingOn();
        ledger = LedgerRun.start(settings, directory);
        return ledger;
    }

    synchronized CassandraNode node() {
        if (node == null) throw new IllegalStateException("No node was started");
        return node;
    }

    /** Kills the node, to start another. */
    synchronized void stop() {
        if (node != null) node.kill();
    }

    /** Returns whether the campaign is being ended; failures are then expected. */
    synchronized boolean isEnding() {
        return ending;
    }

    /** Returns the reason why the load failed. A node that ended by itself is a finding. */
    IOException blame(CampaignException failure) throws InterruptedException {
        CassandraNode struck = node();
        if (!Exit.isByItself(struck)) return failure;
        return new FindingException(
                "The node ended by itself under load with exit code %d; see %s"
                        .formatted(struck.exitCode(), struck.logFile()),
                failure);
    }

    @Override
    public void close() {
        end();
        if (hook != null) hook.close();
    }

    private synchronized void end() {
        ending = true;
        if (ledger != null) ledger.close();
        if (node != null) node.kill();
    }

    private void requireGoingOn() throws CampaignException {
        if (ending)
            throw new CampaignException("The campaign was interrupted; run it again to go on");
    }
}
