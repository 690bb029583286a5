// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.bench.Median;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Summary of the rounds of one peer, as in {@code --json}. Figures are medians of the rounds,
 * except the list of rounds and the spread.
 *
 * @param peer the peer
 * @param threads the number of concurrent appenders; the drive's writes in flight are limited to
 *     the engine's records
 * @param bytes the size of an append; the drive's is {@code requestBytes}
 * @param appendsPerSecond durable appends; of the drive, writes
 * @param rounds the same for each round
 * @param spread half the range of the rounds, relative to their median
 * @param megabytesPerSecond durable payload; a megabyte is 10^6 bytes
 * @param writtenMegabytesPerSecond writes for that, headers and padding included; null if the peer
 *     has no counters
 * @param p50Micros the median latency, in microseconds
 * @param p99Micros the 99th percentile
 * @param requestBytes the mean size of a write, by the peer's own counters; null if it has none
 * @param deviceWritesPerAppend write requests to the device, of all processes; null without
 *     counters
 * @param deviceBytesPerByte bytes written to the device for each byte of payload; null without
 *     counters
 */
public record EngineResult(
        Peer peer,
        int threads,
        int bytes,
        double appendsPerSecond,
        List<Double> rounds,
        double spread,
        double megabytesPerSecond,
        @Nullable Double writtenMegabytesPerSecond,
        double p50Micros,
        double p99Micros,
        @Nullable Double requestBytes,
        @Nullable Double deviceWritesPerAppend,
        @Nullable Double deviceBytesPerByte) {
    static EngineResult of(EngineGroup group, Peer peer) {
        List<Double> rates = group.values(peer, EngineMeasurement::appendsPerSecond);
        return new EngineResult(
                peer,
                group.cell().threads(),
                group.cell().bytes(),
                Median.of(rates),
                rates,
                Median.spread(rates),
                Median.of(group.values(peer, EngineMeasurement::megabytesPerSecond)),
                group.median(peer, EngineMeasurement::writtenMegabytesPerSecond),
                Median.of(group.values(peer, EngineMeasurement::p50Micros)),
                Median.of(group.values(peer, EngineMeasurement::p99Micros)),
                group.median(peer, EngineMeasurement::requestBytes),
                group.median(peer, EngineMeasurement::deviceWritesPerAppend),
                group.median(peer, EngineMeasurement::deviceBytesPerByte));
    }
}
