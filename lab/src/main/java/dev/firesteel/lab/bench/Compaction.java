// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Flushes and compacts, as {@code nodetool flush} and {@code nodetool compact} do. */
public final class Compaction {
    private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

    private Compaction() {}

    /**
     * Flushes a keyspace's memtables, and compacts each table into one SSTable. Returns when done.
     */
    public static void ofAll(CassandraNode node, String keyspace) throws IOException {
        try (JMXConnector connector = node.management()) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            ObjectName service = new ObjectName(STORAGE_SERVICE);
            server.invoke(
                    service,
                    "forceKeyspaceFlush",
                    new Object[] {keyspace, new String[0]},
                    new String[] {String.class.getName(), String[].class.getName()});
            server.invoke(
                    service,
                    "forceKeyspaceCompaction",
                    new Object[] {false, keyspace, new String[0]},
                    new String[] {
                        boolean.class.getName(), String.class.getName(), String[].class.getName()
                    });
        } catch (JMException e) {
            throw new BenchException("Cannot compact " + keyspace + ": " + e.getMessage(), e);
        }
    }
}
