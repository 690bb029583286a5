// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import com.codahale.metrics.Gauge;
import java.util.function.LongSupplier;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CommitLogMetrics;

/** Feeds Cassandra's commit log gauges from the journal: same names, our values. */
public final class JournalMetrics {
    /** How many replies to clients have been held back until what they acknowledge was durable. */
    static final String HELD_REPLIES = "HeldReplies";

    private JournalMetrics() {}

    public static void attach(
            CommitLogMetrics metrics,
            LongSupplier completed,
            LongSupplier pending,
            LongSupplier diskBytes,
            LongSupplier heldReplies) {
        metrics.completedTasks = replace("CompletedTasks", completed);
        metrics.pendingTasks = replace("PendingTasks", pending);
        metrics.totalCommitLogSize = replace("TotalCommitLogSize", diskBytes);
        register(HELD_REPLIES, heldReplies);
    }

    /** Registering a name twice keeps the first, so the first has to go. */
    private static Gauge<Long> replace(String name, LongSupplier value) {
        CassandraMetricsRegistry.Metrics.remove(CommitLogMetrics.factory.createMetricName(name));
        return register(name, value);
    }

    private static Gauge<Long> register(String name, LongSupplier value) {
        return CassandraMetricsRegistry.Metrics.register(
                CommitLogMetrics.factory.createMetricName(name), value::getAsLong);
    }
}
