// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** What a node says of its commit log, which may be a journal. */
final class LogBytes {
    private static final String COMMIT_LOG = "org.apache.cassandra.db:type=Commitlog";

    private LogBytes() {}

    /** How many bytes of it are in no SSTable, or beside some that are not. */
    static long of(CassandraNode node) throws IOException {
        try (JMXConnector connector = node.management()) {
            return (long)
                    connector
                            .getMBeanServerConnection()
                            .getAttribute(new ObjectName(COMMIT_LOG), "ActiveContentSize");
        } catch (JMException e) {
            throw new BenchException("Cannot ask how large the log is: " + e.getMessage(), e);
        }
    }
}
