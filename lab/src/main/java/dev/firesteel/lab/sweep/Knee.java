// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster is saturated, in operations a second, by two methods: one looks at latencies, one
 * at rates. Beyond saturation both follow from what is waiting, so where they agree it says that
 * rates lie close enough to tell, and no more.
 *
 * @param byLatency by the latencies, as {@link #byLatency} has it; null if every rate was kept, or
 *     latencies do not bend
 * @param byThroughput by the rates, as {@link #byThroughput} has it; null if every rate was kept
 */
public record Knee(@Nullable Double byLatency, @Nullable Double byThroughput) {
    /** Rates lie about a tenth apart, and the one method names one of them. */
    private static final double TOLERANCE = 0.15;

    /** A curve whose latency at its end is less than so many times that at its start is flat. */
    private static final double BEND = 2;

    static Knee of(List<SweepPoint> points) {
        Double byThroughput = byThroughput(points);
        // Any curve that bends has a point where it bends most: that alone is no saturation.
        return new Knee(byThroughput == null ? null : byLatency(points), byThroughput);
    }

    /**
     * Kneedle (Satopää, Albrecht, Irwin and Raghavan 2011, "Finding a 'Kneedle' in a Haystack"): of
     * the offered rates and mean latencies, both scaled to run from 0 to 1, the point that lies
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
     * Where the line of rates that are kept, on which as much is done as is offered, meets the
     * level of those above all of them: the mean of what was achieved there. A rate that was not
     * kept below one that was, for a stall, says nothing of saturation.
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

    /** Whether both methods name a rate, and about the same. */
    public boolean isAgreed() {
        if (byLatency == null || byThroughput == null) return false;
        return Math.abs(byLatency - byThroughput) <= TOLERANCE * byThroughput;
    }
}
