// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import com.codahale.metrics.Gauge;
import dev.firesteel.agent.table.HeldReplies;
import dev.firesteel.agent.writeback.EarlyWriteback;
import dev.firesteel.journal.JournalStatus;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.CommitLogMetrics;
import org.jspecify.annotations.Nullable;

/** Replaces Cassandra's commit log gauges by values of the journal, and adds more gauges. */
public final class JournalMetrics {
    /** Replies to clients, since the start, for which no thread blocked. */
    static final String HELD_REPLIES = "HeldReplies";

    /** Writes, since the start, for which no thread blocked until they were durable. */
    static final String DEFERRED_WRITES = "DeferredWrites";

    /** Replies to clients that have not been sent yet, for which no thread blocks. */
    static final String REPLIES_HELD_NOW = "RepliesHeldNow";

    /** The age of the oldest of these, in microseconds. */
    static final String OLDEST_HELD_REPLY = "OldestHeldReplyMicros";

    /** Bytes of SSTables whose writeback began before their sync. */
    static final String EARLY_WRITEBACK_BYTES = "EarlyWritebackBytes";

    private final Supplier<@Nullable JournalStatus> status;

    private JournalMetrics(Supplier<@Nullable JournalStatus> status) {
        this.status = status;
    }

    /**
     * Registers all of them.
     *
     * @param status returns the journal's status; null while it is not open, and its gauges are 0
     *     then
     * @param diskBytes returns the bytes in use on the device
     * @param deferredWrites returns the number of deferred writes since the start
     * @param replies the held replies to clients
     */
    public static void attach(
            CommitLogMetrics metrics,
            Supplier<@Nullable JournalStatus> status,
            LongSupplier diskBytes,
            LongSupplier deferredWrites,
            HeldReplies replies) {
        JournalMetrics journal = new JournalMetrics(status);
        metrics.completedTasks =
                replace("CompletedTasks", journal.now(JournalStatus::completedAppends));
        metrics.pendingTasks = replace("PendingTasks", journal.now(JournalStatus::pendingAppends));
        metrics.totalCommitLogSize = replace("TotalCommitLogSize", diskBytes);
        register(DEFERRED_WRITES, deferredWrites);
        register(HELD_REPLIES, replies::heldSinceStart);
        register(REPLIES_HELD_NOW, replies::held);
        register(OLDEST_HELD_REPLY, () -> replies.oldestHeldNanos() / 1_000);
        register(EARLY_WRITEBACK_BYTES, EarlyWriteback::begunBytes);
        register("Segments", journal.now(JournalStatus::slots));
        register("FreeSegments", journal.now(JournalStatus::freeSlots));
        register("Failed", journal.now(now -> now.failed() ? 1 : 0));
        register("Records", journal.now(JournalStatus::records));
        register("EntryBytes", journal.now(JournalStatus::entryBytes));
        register("WrittenBytes", journal.now(JournalStatus::writtenBytes));
    }

    private LongSupplier now(ToLongFunction<JournalStatus> number) {
        return () -> {
            JournalStatus now = status.get();
            return now == null ? 0 : number.applyAsLong(now);
        };
    }

    /** Replaces a metric: registering a name again would keep the first, so that is removed. */
    private static Gauge<Long> replace(String name, LongSupplier value) {
        CassandraMetricsRegistry.Metrics.remove(CommitLogMetrics.factory.createMetricName(name));
        return register(name, value);
    }

    private static Gauge<Long> register(String name, LongSupplier value) {
        return CassandraMetricsRegistry.Metrics.register(
                CommitLogMetrics.factory.createMetricName(name), value::getAsLong);
    }
}
