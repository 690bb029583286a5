// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.node.CassandraNode;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;

/** How many replies a node has held back. */
final class HeldReplies {
    private static final String METRIC =
            "org.apache.cassandra.metrics:type=CommitLog,name=" + JournalMetrics.HELD_REPLIES;

    private HeldReplies() {}

    static long of(CassandraNode node) throws Exception {
        try (JMXConnector management = node.management()) {
            return of(management.getMBeanServerConnection());
        }
    }

    static long of(MBeanServerConnection beans) throws Exception {
        return (Long) beans.getAttribute(new ObjectName(METRIC), "Value");
    }
}
