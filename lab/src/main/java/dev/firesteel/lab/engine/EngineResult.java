// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.bench.Median;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rounds of one peer come to, as {@code --json} tells it. Figures are medians of the
 * rounds, but for the list of rounds and the spread.
 *
 * @param peer the peer
 * @param threads how many appended at once; the drive has as many writes in flight as the engine
 *     has records
 * @param bytes what an append held; the drive's held {@code requestBytes}
 * @param appendsPerSecond durable appends; of the drive, writes
 * @param rounds the same for each round
 * @param spread half of what lies between the extremes of the rounds, over their median
 * @param megabytesPerSecond payload made durable; a megabyte is 10^6 bytes
 * @param writtenMegabytesPerSecond what was written for that, headers and padding included; null
 *     where the peer does not count
 * @param p50Micros the median latency, in microseconds
 * @param p99Micros the 99th percentile
 * @param requestBytes the mean size of a write, by the peer's own count; null where it does not
 *     count
 * @param deviceWritesPerAppend write requests to the device, whoever made them; null where nobody
 *     counts
 * @param deviceBytesPerByte bytes written to the device for each byte of payload; null where nobody
 *     counts
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
