// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.drive;

import dev.firesteel.lab.drive.LiveReport;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats the measurements of simulated drives for a terminal of 80 columns. */
public final class LiveText {
    private static final double MICROS_PER_MILLI = 1_000;
    private static final double PAGES_PER_MIB = 256;

    /** The greatest mean delay of answers, as a part of the mean read. */
    private static final double MOST_LATE = 0.1;

    private static final int COLUMNS = 80;

    private LiveText() {}

    /** Returns the measurements of each drive since the start. */
    public static List<String> lines(LiveReport report) {
        return report.drives().stream().flatMap(each -> lines(each).stream()).toList();
    }

    private static List<String> lines(LiveReport.Live live) {
        List<String> lines = new ArrayList<>();
        if (live.streamPages() != null && live.streamPages().size() > 1)
            lines.addAll(streams(live.name(), live.streamPages()));
        if (live.unreadHints() != null && live.unreadHints() > 0)
            lines.add(
                    "WARNING: drive %s: %,d lifetime hints were not read in time (drives.log)"
                            .formatted(live.name(), live.unreadHints()));
        if (isLate(live))
            lines.addAll(
                    List.of(
                            "WARNING: drive %s: answers are late by more than a tenth of a read."
                                    .formatted(live.name()),
                            "Discard the latencies, and give a larger dilation."));
        lines.addAll(figures(live));
        return lines;
    }

    private static boolean isLate(LiveReport.Live live) {
        Double late = live.late().mean();
        Double read = live.reads().mean();
        return late != null && read != null && late > MOST_LATE * read * live.dilation();
    }

    /** Returns the pages of each stream, in lines that fit. */
    private static List<String> streams(String drive, Map<String, Long> pages) {
        List<String> lines = new ArrayList<>();
        String line = "Drive %s: pages of".formatted(drive);
        for (Map.Entry<String, Long> each : pages.entrySet()) {
            String text = " %s %,d,".formatted(each.getKey(), each.getValue());
            if (line.length() + text.length() > COLUMNS) {
                lines.add(line);
                line = " ";
            }
            line += text;
        }
        lines.add(line.substring(0, line.length() - 1));
        return lines;
    }

    private static List<String> figures(LiveReport.Live live) {
        return List.of(
                "Drive %s: write amplification %s, %,d pages written; answered %s ms late"
                        .formatted(
                                live.name(),
                                factor(live.writeAmplification()),
                                live.hostPages(),
                                millis(live.late().mean())),
                "%-18s  number       mean        p50        p99      p99.9"
                        .formatted(
                                live.dilation() == 1
                                        ? "ms"
                                        : "ms (dilation %s)".formatted(plain(live.dilation()))),
                row("reads", live.reads()),
                row("writes", live.writes()),
                row("flushes", live.flushes()));
    }

    private static String row(String kind, LiveReport.Times times) {
        return "%-10s %,15d %10s %10s %10s %10s"
                .formatted(
                        kind,
                        times.count(),
                        millis(times.mean()),
                        millis(times.p50()),
                        millis(times.p99()),
                        millis(times.p999()));
    }

    /** Returns the header of {@link #interval}. */
    public static String header() {
        return "     s  reads/s      ms writes/s      ms  flush/s      ms   MiB/s   wa  all wa";
    }

    /**
     * Returns a line on the time between two measurements: numbers and mean latencies of requests,
     * data written, write amplification, and that since the start.
     *
     * @param since the earlier measurements
     * @param until the time of the later ones since the start, in seconds of this machine
     * @param seconds the time between them, above 0, in the drive's own time
     */
    public static String interval(
            LiveReport.Live since, LiveReport.Live now, double until, double seconds) {
        long hostPages = now.hostPages() - since.hostPages();
        long movedPages = now.movedPages() - since.movedPages();
        return "%6.0f %s %s %s %7.1f %4s  %6s"
                .formatted(
                        until,
                        rate(since.reads(), now.reads(), seconds),
                        rate(since.writes(), now.writes(), seconds),
                        rate(since.flushes(), now.flushes(), seconds),
                        hostPages / PAGES_PER_MIB / seconds,
                        hostPages == 0
                                ? "-"
                                : "%.2f".formatted((double) (hostPages + movedPages) / hostPages),
                        factor(now.writeAmplification()));
    }

    private static String rate(LiveReport.Times since, LiveReport.Times now, double seconds) {
        long count = now.count() - since.count();
        double micros = sum(now) - sum(since);
        return "%8.0f %7s".formatted(count / seconds, count == 0 ? "-" : millis(micros / count));
    }

    private static double sum(LiveReport.Times times) {
        return times.mean() == null ? 0 : times.mean() * times.count();
    }

    /** Returns a number without zeros behind the point. */
    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    private static String factor(@Nullable Double factor) {
        return factor == null ? "-" : "%.4f".formatted(factor);
    }

    private static String millis(@Nullable Double micros) {
        return micros == null ? "-" : "%.3f".formatted(micros / MICROS_PER_MILLI);
    }
}
