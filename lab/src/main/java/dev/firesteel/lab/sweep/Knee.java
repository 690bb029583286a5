// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Saturation point of a cluster, in operations a second, by two methods: one uses latencies, one
 * rates. Beyond saturation both depend on the queue. Their agreement only shows that the rates
 * measured are close enough.
 *
 * @param byLatency by the latencies, see {@link #byLatency}; null if every rate was kept, or
 *     latencies do not bend
 * @param byThroughput by the rates, see {@link #byThroughput}; null if every rate was kept
 */
public record Knee(@Nullable Double byLatency, @Nullable Double byThroughput) {
    /** Rates are about a tenth apart, and {@link #byLatency} returns one of them. */
    private static final double TOLERANCE = 0.15;

    /** Ratio of the last to the first latency below which a curve is flat. */
    private static final double BEND = 2;

    static Knee of(List<SweepPoint> points) {
        Double byThroughput = byThroughput(points);
        // Every bent curve has a point of maximum bend, which alone is no saturation.
        return new Knee(byThroughput == null ? null : byLatency(points), byThroughput);
    }

    /**
     * Returns the knee by Kneedle (Satopää, Albrecht, Irwin and Raghavan 2011, "Finding a 'Kneedle'
     * in a Haystack"). Offered rates and mean latencies are scaled to 0 to 1. The knee is the point
     * furthest below the straight line from the first to the last. Offline, and without smoothing:
     * there are few points, each the mean of many operations.
     */
    static @Nullable Double byLatency(List<SweepPoint> points) {
        if (points.size() < 3) return null;
        SweepPoint first = points.get(0);
        SweepPoint last = points.get(points.size() - 1);
        double rates = last.offeredPerSecond() - first.offeredPerSecond();
        double latencies = last.meanMicros() - first.meanMicros();
        if (rates <= 0 || last.meanMicros() < BEND * first.meanMicros()) return null;
        SweepPoint knee = first;
        double furthest = 0;
        for (SweepPoint each : points) {
            double along = (each.offeredPerSecond() - first.offeredPerSecond()) / rates;
            double up = (each.meanMicros() - first.meanMicros()) / latencies;
            if (along - up > furthest) {
                furthest = along - up;
                knee = each;
            }
        }
        return furthest > 0 ? knee.offeredPerSecond() : null;
    }

    /**
     * Returns the mean achieved rate of all points above the highest kept rate. There the line of
     * kept rates, whose achieved rate is the offered one, meets the saturated level. A rate missed
     * below a kept one, because of a stall, does not count.
     */
    static @Nullable Double byThroughput(List<SweepPoint> points) {
        double kept =
                points.stream()
                        .filter(SweepPoint::isKept)
                        .mapToDouble(SweepPoint::offeredPerSecond)
                        .max()
                        .orElse(0);
        OptionalDouble level =
                points.stream()
                        .filter(each -> each.offeredPerSecond() > kept)
                        .mapToDouble(SweepPoint::achievedPerSecond)
                        .average();
        return level.isPresent() ? level.getAsDouble() : null;
    }

    /** Returns whether both methods return a rate, and about the same. */
    public boolean isAgreed() {
        if (byLatency == null || byThroughput == null) return false;
        return Math.abs(byLatency - byThroughput) <= TOLERANCE * byThroughput;
    }
}
