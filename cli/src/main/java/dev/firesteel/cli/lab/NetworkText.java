// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.network.NetworkFigures;
import dev.firesteel.lab.network.RelayReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Formats a measured network for people. */
record NetworkText(NetworkFigures figures) {
    private static final double BYTES_A_MEGABYTE = 1e6;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("Network %s: measured (asked for)".formatted(figures.asked()));
        lines.add(
                "%-8s %-8s %20s %10s %18s %20s"
                        .formatted("from", "to", "round trip us", "p99 us", "MB/s", "loss %"));
        for (NetworkFigures.Pair pair : figures.pairs()) lines.add(line(pair));
        lines.add(
                text(
                        "A round trip within one station takes %.0f us, and is part of these.",
                        figures.withinStationMicros()));
        RelayReport carried = figures.carried();
        if (carried != null) lines.add(line(carried));
        for (String warning : figures.warnings()) lines.add("WARNING: " + warning);
        return lines;
    }

    private static String line(NetworkFigures.Pair pair) {
        return "%-8s %-8s %20s %10s %18s %20s"
                .formatted(
                        pair.from(),
                        pair.to(),
                        text(
                                "%.0f (%.0f)",
                                pair.measuredRoundTripMicros(), pair.askedRoundTripMicros()),
                        text("%.0f", pair.p99RoundTripMicros()),
                        text(
                                pair.askedBytesPerSecond() == 0 ? "%.1f (no limit)" : "%.1f (%.1f)",
                                pair.measuredBytesPerSecond() / BYTES_A_MEGABYTE,
                                pair.askedBytesPerSecond() / BYTES_A_MEGABYTE),
                        text("%.3f (%.3f)", 100 * pair.measuredLoss(), 100 * pair.askedLoss()));
    }

    private static String line(RelayReport carried) {
        return text(
                "Carried in the measurement: %d packets, %d lost by chance, %d dropped at full queues."
                        + " Late by %.0f us (median), %.0f us (p99); at most %.0f us unread.",
                carried.packets(),
                carried.lost(),
                carried.dropped(),
                carried.lateP50Micros(),
                carried.lateP99Micros(),
                carried.longestUnreadMicros());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
