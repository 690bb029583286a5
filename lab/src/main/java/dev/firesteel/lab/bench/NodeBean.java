// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Numbers that a node tells of itself. */
final class NodeBean {
    private static final String COMMIT_LOG = "org.apache.cassandra.db:type=Commitlog";
    private static final String GAUGE = "org.apache.cassandra.metrics:type=CommitLog,name=";

    private NodeBean() {}

    /**
     * How many bytes of its commit log, which may be a journal, are in no SSTable, or beside some
     * that are not.
     */
    static long logBytes(CassandraNode node) throws IOException {
        return number(node, COMMIT_LOG, "ActiveContentSize");
    }

    /** A gauge that the agent has put beside those of the commit log. */
    static long gauge(CassandraNode node, String name) throws IOException {
        return number(node, GAUGE + name, "Value");
    }

    private static long number(CassandraNode node, String bean, String attribute)
            throws IOException {
        try (JMXConnector connector = node.management()) {
            return (long)
                    connector
                            .getMBeanServerConnection()
                            .getAttribute(new ObjectName(bean), attribute);
        } catch (JMException e) {
            throw new BenchException(
                    "Cannot ask the node for %s of %s: %s"
                            .formatted(attribute, bean, e.getMessage()),
                    e);
        }
    }
}
