// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import static java.time.temporal.ChronoUnit.MICROS;

import dev.firesteel.node.CassandraNode;
import java.time.Duration;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.jspecify.annotations.Nullable;

/** The MBeans of a node: operations of nodetool, and metrics of clients' writes. */
final class NodeBeans implements AutoCloseable {
    private static final String METRICS = "org.apache.cassandra.metrics:";

    private final JMXConnector connector;
    final MBeanServerConnection server;

    NodeBeans(CassandraNode node) throws Exception {
        connector = node.management();
        server = connector.getMBeanServerConnection();
    }

    /** The operations of Cassandra's MBean that tests need. */
    public interface StorageService {
        void stopNativeTransport();

        void startNativeTransport();

        void drain();

        void enableAuditLog(
                String logger,
                String includedKeyspaces,
                String excludedKeyspaces,
                String includedCategories,
                String excludedCategories,
                String includedUsers,
                String excludedUsers);

        void disableAuditLog();

        void enableFullQueryLogger(
                String path,
                String rollCycle,
                Boolean blocking,
                int maxQueueWeight,
                long maxLogSize,
                @Nullable String archiveCommand,
                int maxArchiveRetries);

        void stopFullQueryLogger();
    }

    StorageService storageService() throws Exception {
        return JMX.newMBeanProxy(
                server,
                new ObjectName("org.apache.cassandra.db:type=StorageService"),
                StorageService.class);
    }

    /**
     * A count of writes at the driver's default consistency level since the start: {@code
     * Timeouts}, {@code Failures}, {@code Latency}. The node writes at other levels for itself.
     */
    long clientWrites(String name) throws Exception {
        return number("type=ClientRequest,scope=Write-LOCAL_ONE,name=" + name, "Count").longValue();
    }

    /** The sum of the latencies of all coordinated writes since the start. */
    Duration writeLatency() throws Exception {
        Number micros = number("type=ClientRequest,scope=Write,name=TotalLatency", "Count");
        return Duration.of(micros.longValue(), MICROS);
    }

    /** The number of writes to table k.t that a latency metric has counted. */
    long writes(String latency) throws Exception {
        return number("type=Table,keyspace=k,scope=t,name=" + latency, "Count").longValue();
    }

    /** Returns whether the journal has failed, as JMX shows it. */
    boolean hasJournalFailed() throws Exception {
        return number("type=CommitLog,name=Failed", "Value").longValue() == 1;
    }

    private Number number(String metric, String attribute) throws Exception {
        return (Number) server.getAttribute(new ObjectName(METRICS + metric), attribute);
    }

    @Override
    public void close() throws Exception {
        connector.close();
    }
}
