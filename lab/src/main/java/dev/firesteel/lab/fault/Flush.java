// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.rmi.UnmarshalException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.ObjectName;
import javax.management.RuntimeErrorException;
import javax.management.RuntimeMBeanException;
import javax.management.remote.JMXConnector;

/** Flushes a node, as {@code nodetool flush} does. */
final class Flush {
    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";
    private static final String KEYSPACE = "firesteel_lab";

    private Flush() {}

    /** Flushes the ledger's memtables. Returns the outcome in words. */
    static String request(CassandraNode node, Duration patience) throws InterruptedException {
        CompletableFuture<Void> flush = CompletableFuture.runAsync(() -> request(node));
        try {
            flush.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return "a flush succeeded";
        } catch (ExecutionException e) {
            boolean isFlushs = e.getCause() instanceof FailedFlush;
            return isFlushs ? "a flush failed" : "a flush could not be requested";
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
        } catch (MBeanException | RuntimeMBeanException | RuntimeErrorException e) {
            throw new FailedFlush(e);
        } catch (UnmarshalException e) {
            // The node has thrown an exception whose class is unknown here.
            if (e.getCause() instanceof ClassNotFoundException) throw new FailedFlush(e);
            throw new IllegalStateException(e);
        } catch (IOException | JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Thrown when the node itself reports a failed flush, unlike failures of the connection. */
    private static final class FailedFlush extends RuntimeException {
        private static final long serialVersionUID = 1;

        FailedFlush(Exception cause) {
            super(cause);
        }
    }
}
