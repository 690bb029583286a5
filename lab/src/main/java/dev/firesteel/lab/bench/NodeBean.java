// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** Reads metrics of a node through JMX. */
final class NodeBean {
    private static final String COMMIT_LOG = "org.apache.cassandra.db:type=Commitlog";
    private static final String GAUGE = "org.apache.cassandra.metrics:type=CommitLog,name=";

    private NodeBean() {}

    /**
     * Returns the bytes of the commit log, or journal, that hold entries not yet in SSTables, or
     * entries beside such.
     */
    static long logBytes(CassandraNode node) throws IOException {
        return number(node, COMMIT_LOG, "ActiveContentSize");
    }

    /** Returns a gauge that the agent registers beside those of the commit log. */
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
