// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.staleness.DelayPoint;
import dev.firesteel.lab.staleness.ProbeResult;
import dev.firesteel.lab.staleness.ProbeSettings;
import dev.firesteel.lab.staleness.Quorum;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Formats measured staleness for people.
 *
 * @param settings the settings of the probe
 * @param result its result
 */
record ProbeText(ProbeSettings settings, ProbeResult result) {
    private static final double PERCENT = 100;

    /** The fraction of incomplete traces that may make the complete ones unrepresentative. */
    private static final double MANY = 0.05;

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        Quorum quorum = settings.quorum();
        lines.add(
                "%d replicas; a read waits for %d of them, a write for %d; written through %s, read through %s"
                        .formatted(
                                quorum.n(),
                                quorum.r(),
                                quorum.w(),
                                result.writer(),
                                result.reader()));
        if (result.network() != null) lines.addAll(new NetworkText(result.network()).lines());
        lines.add("");
        lines.add(
                "read after   (in fact)   trials    return the write   95 % interval"
                        + "      predicted    traced");
        for (DelayPoint each : result.points()) lines.add(line(each));
        lines.add("");
        lines.add(
                format(
                        "The prediction is off by %.2f percentage points (root mean square), and"
                                + " by %s for the traced requests. It is made from %d writes and"
                                + " %d reads.",
                        result.errorPoints(),
                        result.tracedErrorPoints() == null
                                ? "-"
                                : format("%.2f", result.tracedErrorPoints()),
                        result.tracedWrites(),
                        result.tracedReads()));
        lines.add(
                format(
                        "It predicts 50 %% of reads to return the write after %.2f ms, 99 %% after"
                                + " %.2f ms, 99.9 %% after %.2f ms.",
                        result.visibilityP50Millis(),
                        result.visibilityP99Millis(),
                        result.visibilityP999Millis()));
        lines.add(
                format(
                        "Median latency at the client: writes %.2f ms (traced, with all replicas:"
                                + " %.2f), reads %.2f ms (traced: %.2f).",
                        result.writeP50Millis(),
                        result.tracedWriteP50Millis(),
                        result.readP50Millis(),
                        result.tracedReadP50Millis()));
        lines.addAll(warnings());
        return lines;
    }

    private static String line(DelayPoint point) {
        return format(
                "%7.2f ms   %6.2f ms  %7d  %15.3f %%   %7.3f to %7.3f  %9.3f %%  %s",
                point.delayMillis(),
                point.meanMillis(),
                point.trials(),
                PERCENT * point.fresh(),
                PERCENT * point.low(),
                PERCENT * point.high(),
                PERCENT * point.predicted(),
                point.tracedTrials() == 0
                        ? "      -"
                        : format("%7.3f %%", PERCENT * point.tracedFresh()));
    }

    private List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (!result.isComplete()) warnings.add("WARNING: the run was ended early");
        if (result.failures() > 0)
            warnings.add(
                    format("WARNING: %d requests failed, and are not counted", result.failures()));
        int traces = result.tracedWrites() + result.tracedReads() + result.incomplete();
        if (result.incomplete() > MANY * traces)
            warnings.add(
                    format(
                            "WARNING: %d of %d traces were incomplete, and are not counted: the"
                                    + " others may not be representative",
                            result.incomplete(), traces));
        if (settings.quorum().missProbability() == 0 && isStale())
            warnings.add(
                    "WARNING: there were stale reads although every read overlaps the last write:"
                            + " a node's clock, or Cassandra, is wrong");
        return warnings;
    }

    private boolean isStale() {
        return result.points().stream().anyMatch(each -> each.fresh() < 1);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
