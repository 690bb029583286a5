// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.WrappedText;
import dev.firesteel.lab.sweep.Knee;
import dev.firesteel.lab.sweep.SweepCurve;
import dev.firesteel.lab.sweep.SweepPoint;
import dev.firesteel.lab.sweep.SweepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats a sweep for people. */
record SweepText(SweepResult result) {
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (SweepCurve each : result.curves()) {
            if (!lines.isEmpty()) lines.add("");
            lines.addAll(lines(each));
        }
        if (!result.isComplete()) lines.add("The run was ended before everything was measured.");
        return lines;
    }

    private static List<String> lines(SweepCurve curve) {
        List<String> lines = new ArrayList<>();
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%d client%s: %.0f op/s at full speed",
                        curve.clients(),
                        curve.clients() == 1 ? "" : "s",
                        curve.closedPerSecond()));
        if (!curve.isSettled())
            lines.addAll(
                    WrappedText.lines(
                            "WARNING: this rate was not steady before it was measured (give a"
                                    + " longer --warm-up), and all others are fractions of it",
                            2));
        lines.add(
                String.format(
                        "%8s %8s %8s %8s %8s %8s %5s %s",
                        "offered", "done", "mean us", "p50 us", "p99 us", "p99.9 us", "+-", ""));
        for (SweepPoint each : curve.points()) lines.add(line(each));
        if (curve.knee() != null) lines.addAll(WrappedText.lines(line(curve.knee()), 2));
        return lines;
    }

    private static String line(SweepPoint point) {
        return String.format(
                        Locale.ROOT,
                        "%8.0f %8.0f %8.0f %8.0f %8.0f %8.0f %3.0f %% %s",
                        point.offeredPerSecond(),
                        point.achievedPerSecond(),
                        point.meanMicros(),
                        point.p50Micros(),
                        point.p99Micros(),
                        point.p999Micros(),
                        100 * point.variation(),
                        state(point))
                .stripTrailing();
    }

    private static String state(SweepPoint point) {
        String failed = point.errors() > 0 ? point.errors() + " failed" : "";
        if (!point.isKept()) return failed.isEmpty() ? "not kept" : "not kept, " + failed;
        return point.isStable() || !failed.isEmpty() ? failed : "unstable";
    }

    private static String line(Knee knee) {
        if (knee.byThroughput() == null)
            return "not saturated: every rate was kept; give larger --parts";
        return "saturated at %s op/s by latency (Kneedle), %s by throughput: %s"
                .formatted(
                        rate(knee.byLatency()),
                        rate(knee.byThroughput()),
                        knee.isAgreed() ? "the two agree" : "the two do not agree");
    }

    private static String rate(@Nullable Double perSecond) {
        return perSecond == null ? "-" : String.format(Locale.ROOT, "%.0f", perSecond);
    }
}
