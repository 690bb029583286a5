// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.List;

/**
 * What the rounds of one mode come to, as {@code --json} tells it: medians, but for the lists.
 *
 * @param mode the mode
 * @param rows rows that were acknowledged before the crash, and were there after it
 * @param logBytes what the log held of them
 * @param mutations what the node replayed: the rows, and some of system tables
 * @param replaySeconds how long the replay took, flushes included
 * @param startSeconds how long the whole start took
 * @param peakResidentBytes the most memory that the process has had until then
 * @param rounds the seconds of the replay of each round
 * @param startRounds those of the start
 * @param peakRounds the bytes of memory
 * @param spread of the replay's seconds: half of what lies between the extremes, over the median
 * @param coldRounds rounds in which the log was dropped from the page cache before
 * @param otherCpuShare of all processors, what others used meanwhile
 */
public record ReplayResult(
        Mode mode,
        long rows,
        long logBytes,
        long mutations,
        double replaySeconds,
        double startSeconds,
        long peakResidentBytes,
        List<Double> rounds,
        List<Double> startRounds,
        List<Long> peakRounds,
        double spread,
        long coldRounds,
        double otherCpuShare) {
    static ReplayResult of(ReplayComparison all, Mode mode) {
        List<ReplayMeasurement> rounds = all.of(mode);
        List<Double> seconds = all.values(mode, ReplayMeasurement::replaySeconds);
        return new ReplayResult(
                mode,
                rounds.get(0).rows(),
                Math.round(all.median(mode, ReplayMeasurement::logBytes)),
                Math.round(all.median(mode, ReplayMeasurement::mutations)),
                Median.of(seconds),
                all.median(mode, ReplayMeasurement::startSeconds),
                Math.round(all.median(mode, ReplayMeasurement::peakResidentBytes)),
                seconds,
                all.values(mode, ReplayMeasurement::startSeconds),
                rounds.stream().map(ReplayMeasurement::peakResidentBytes).toList(),
                Median.spread(seconds),
                rounds.stream().filter(ReplayMeasurement::isLogCold).count(),
                all.median(mode, ReplayMeasurement::otherCpuShare));
    }
}
