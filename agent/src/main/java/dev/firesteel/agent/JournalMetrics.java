// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import com.codahale.metrics.Gauge;
import java.util.function.LongSupplier;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CommitLogMetrics;

/** Feeds Cassandra's commit log gauges from the journal: same names, our values. */
public final class JournalMetrics {
    private JournalMetrics() {}

    public static void attach(
            CommitLogMetrics metrics,
            LongSupplier completed,
            LongSupplier pending,
            LongSupplier diskBytes) {
        metrics.completedTasks = replace("CompletedTasks", completed);
        metrics.pendingTasks = replace("PendingTasks", pending);
        metrics.totalCommitLogSize = replace("TotalCommitLogSize", diskBytes);
    }

    /** Registering a name twice keeps the first, so the first has to go. */
    private static Gauge<Long> replace(String name, LongSupplier value) {
        CassandraMetricsRegistry.MetricName metric =
                CommitLogMetrics.factory.createMetricName(name);
        CassandraMetricsRegistry.Metrics.remove(metric);
        return CassandraMetricsRegistry.Metrics.register(metric, value::getAsLong);
    }
}
