// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.node.CassandraNode;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** A number that a node publishes about its commit log. */
final class CommitLogGauge {
    private CommitLogGauge() {}

    static long of(CassandraNode node, String name) throws Exception {
        try (JMXConnector management = node.management()) {
            return of(management.getMBeanServerConnection(), name);
        }
    }

    static long of(MBeanServerConnection beans, String name) throws Exception {
        return (Long)
                beans.getAttribute(
                        new ObjectName("org.apache.cassandra.metrics:type=CommitLog,name=" + name),
                        "Value");
    }
}
