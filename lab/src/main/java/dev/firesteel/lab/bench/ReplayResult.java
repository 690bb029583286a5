// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.List;

/**
 * Summary of the rounds of one mode, as in {@code --json}: medians, except the lists.
 *
 * @param mode the mode
 * @param rows rows acknowledged before the crash, and found after it
 * @param logBytes size of the log of them
 * @param mutations mutations replayed: the rows, and some of system tables
 * @param replaySeconds duration of the replay, flushes included
 * @param startSeconds duration of the whole start
 * @param peakResidentBytes peak memory of the process until then
 * @param rounds the seconds of the replay of each round
 * @param startRounds the seconds of the start of each round
 * @param peakRounds the bytes of peak memory of each round
 * @param spread half the range of the replay's seconds, relative to the median
 * @param coldRounds rounds in which the log was dropped from the page cache before
 * @param otherCpuShare the share of all processors used by other processes
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
