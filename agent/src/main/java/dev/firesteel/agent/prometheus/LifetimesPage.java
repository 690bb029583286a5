// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.prometheus;

import dev.firesteel.agent.lifetime.LifetimeRow;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The contents of the table {@code lifetimes} as Prometheus metrics. */
final class LifetimesPage {
    private final MetricSnapshots.Builder page;
    private final List<LifetimeRow> rows;

    private LifetimesPage(MetricSnapshots.Builder page, List<LifetimeRow> rows) {
        this.page = page;
        this.rows = rows;
    }

    /** Adds the current values; nothing if there are no rows. */
    static void add(MetricSnapshots.Builder to, List<LifetimeRow> rows) {
        if (rows.isEmpty()) return;
        LifetimesPage page = new LifetimesPage(to, rows);
        page.gauge("firesteel_files", "Files that exist", LifetimeRow::alive);
        page.gauge("firesteel_file_bytes", "Total size of these files", LifetimeRow::bytes);
        page.gauge(
                "firesteel_deleted_files_mean_age_seconds",
                "Mean age at deletion, of files deleted since the start",
                LifetimeRow::meanAgeSeconds);
        page.count("firesteel_created_files", "Files found or created", LifetimeRow::created);
        page.count("firesteel_deleted_files", "Files that were deleted", LifetimeRow::deleted);
        page.count(
                "firesteel_accepted_hints",
                "Files whose hint the kernel accepted",
                LifetimeRow::accepted);
        page.count(
                "firesteel_refused_hints",
                "Files whose hint the kernel refused",
                LifetimeRow::refused);
    }

    private static Labels labels(LifetimeRow row) {
        return Labels.of(
                "kind", row.files().kind().text(),
                "level", row.files().levelText(),
                "lifetime", row.lifetime().text());
    }

    private void gauge(String name, String help, ToDoubleFunction<LifetimeRow> value) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        for (LifetimeRow row : rows)
            gauge.dataPoint(
                    GaugeSnapshot.GaugeDataPointSnapshot.builder()
                            .labels(labels(row))
                            .value(value.applyAsDouble(row))
                            .build());
        page.metricSnapshot(gauge.build());
    }

    /** Adds a counter, which Prometheus shows as name_total. */
    private void count(String name, String help, ToDoubleFunction<LifetimeRow> value) {
        CounterSnapshot.Builder counter =
                CounterSnapshot.builder().name(name).help(help + ", since the start");
        for (LifetimeRow row : rows)
            counter.dataPoint(
                    CounterSnapshot.CounterDataPointSnapshot.builder()
                            .labels(labels(row))
                            .value(value.applyAsDouble(row))
                            .build());
        page.metricSnapshot(counter.build());
    }
}
