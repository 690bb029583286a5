// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.prometheus;

import com.codahale.metrics.Snapshot;
import com.codahale.metrics.Timer;
import dev.firesteel.agent.table.HeldReplies;
import dev.firesteel.agent.table.JournalTables;
import dev.firesteel.journal.JournalStatus;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.Unit;

/** The contents of the tables {@code journal} and {@code waits} as Prometheus metrics. */
final class JournalPage {
    private static final String PREFIX = "firesteel_journal_";
    private static final double MICROS = 1e6;
    private static final double NANOS = 1e9;

    private final MetricSnapshots.Builder page;

    private JournalPage(MetricSnapshots.Builder page) {
        this.page = page;
    }

    /** Adds the current values. */
    static void add(MetricSnapshots.Builder to, JournalTables journal) {
        JournalPage page = new JournalPage(to);
        page.addStatus(journal.status().get());
        page.addReplies(journal.replies());
        page.addWaits(journal);
        page.addLongestWaits(journal);
    }

    private void addStatus(JournalStatus now) {
        gauge("segments", "Segments of the journal, free or not", now.slots());
        gauge("free_segments", "Segments that are free", now.freeSlots());
        gauge(
                "reserve_segments",
                "Segments that writes cannot use, kept for the start",
                now.reserveSlots());
        gauge("segment_bytes", "The size of a segment", now.segmentBytes());
        gauge("failed", "1 once the journal takes no more writes", now.failed() ? 1 : 0);
        gauge("waiting_entries", "Entries that wait to be durable", now.pendingAppends());
        count("entries", "Entries that have become durable", now.completedAppends());
        count("records", "Records written, each of any number of entries", now.records());
        count("entry_bytes", "Bytes of the entries in these records", now.entryBytes());
        count("written_bytes", "Bytes written to the device for these records", now.writtenBytes());
    }

    private void addReplies(HeldReplies replies) {
        count(
                "held_replies",
                "Replies to clients that waited for flash, or for other replicas, without"
                        + " blocking a thread",
                replies.heldSinceStart());
        gauge("replies_held_now", "Replies that wait so at the moment", replies.held());
        gauge(
                "oldest_held_reply_seconds",
                "The age of the oldest of these; 0 if there is none",
                replies.oldestHeldNanos() / NANOS);
    }

    private void gauge(String name, String help, long value) {
        gauge(name, help, (double) value);
    }

    private void gauge(String name, String help, double value) {
        page.metricSnapshot(
                GaugeSnapshot.builder()
                        .name(PREFIX + name)
                        .help(help)
                        .dataPoint(
                                GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).build())
                        .build());
    }

    /** Adds a counter, which Prometheus shows as name_total. */
    private void count(String name, String help, long value) {
        page.metricSnapshot(
                CounterSnapshot.builder()
                        .name(PREFIX + name)
                        .help(help + ", since the start")
                        .dataPoint(
                                CounterSnapshot.CounterDataPointSnapshot.builder()
                                        .value((double) value)
                                        .build())
                        .build());
    }

    private void addWaits(JournalTables journal) {
        SummarySnapshot.Builder waits =
                SummarySnapshot.builder()
                        .name(PREFIX + "wait_seconds")
                        .unit(Unit.SECONDS)
                        .help("Wait times of writes, as Cassandra estimates them");
        journal.waits().forEach((name, timer) -> waits.dataPoint(wait(name, timer)));
        page.metricSnapshot(waits.build());
    }

    private void addLongestWaits(JournalTables journal) {
        GaugeSnapshot.Builder longest =
                GaugeSnapshot.builder()
                        .name(PREFIX + "wait_seconds_max")
                        .help("The longest of these times, as Cassandra estimates it");
        journal.waits()
                .forEach(
                        (name, timer) ->
                                longest.dataPoint(
                                        GaugeSnapshot.GaugeDataPointSnapshot.builder()
                                                .labels(Labels.of("metric", name))
                                                .value(timer.getSnapshot().getMax() / MICROS)
                                                .build()));
        page.metricSnapshot(longest.build());
    }

    private static SummarySnapshot.SummaryDataPointSnapshot wait(String name, Timer timer) {
        Snapshot micros = timer.getSnapshot();
        return SummarySnapshot.SummaryDataPointSnapshot.builder()
                .labels(Labels.of("metric", name))
                .count(timer.getCount())
                .quantiles(
                        Quantiles.of(
                                new Quantile(0.5, micros.getMedian() / MICROS),
                                new Quantile(0.95, micros.get95thPercentile() / MICROS),
                                new Quantile(0.99, micros.get99thPercentile() / MICROS),
                                new Quantile(0.999, micros.get999thPercentile() / MICROS)))
                .build();
    }
}
