// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** What {@code nodetool flush} does. */
final class Flush {
    /** A flush for which there was room. */
    static final String ENDED_WELL = "a flush ended well";

    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final String KEYSPACE = "firesteel_lab";

    private Flush() {}

    /** Has the ledger's memtables written to SSTables. Returns in words what came of it. */
    static String request(CassandraNode node, Duration patience) throws InterruptedException {
        CompletableFuture<Void> flush = CompletableFuture.runAsync(() -> request(node));
        try {
            flush.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return ENDED_WELL;
        } catch (ExecutionException e) {
            return "a flush failed";
        } catch (TimeoutException e) {
            return "a flush did not end";
        }
    }

    private static void request(CassandraNode node) {
        try (JMXConnector connector = node.management()) {
            connector
                    .getMBeanServerConnection()
                    .invoke(
                            new ObjectName(STORAGE_SERVICE),
                            "forceKeyspaceFlush",
                            new Object[] {KEYSPACE, new String[0]},
                            new String[] {String.class.getName(), String[].class.getName()});
        } catch (IOException | JMException e) {
            throw new IllegalStateException(e);
        }
    }
}
