// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.bench.DeviceCost;
import org.jspecify.annotations.Nullable;

/**
 * One measurement.
 *
 * @param round its round, from 1
 * @param peer who appended
 * @param cell what was measured
 * @param payloadBytes what an append held; of the drive, what a write held
 * @param appendsPerSecond durable appends of all threads together
 * @param p50Micros the median of their latencies
 * @param p99Micros the 99th percentile
 * @param requestBytes the mean size of a write to the drive, by the peer's own count; null where it
 *     does not count
 * @param writtenPerSecond what those wrote a second, in bytes, headers and padding included; null
 *     where it does not count
 * @param device what an append cost the device, whoever else wrote to it; null where nobody counts
 */
public record EngineMeasurement(
        int round,
        Peer peer,
        EngineCell cell,
        int payloadBytes,
        double appendsPerSecond,
        double p50Micros,
        double p99Micros,
        @Nullable Double requestBytes,
        @Nullable Double writtenPerSecond,
        @Nullable DeviceCost device) {
    private static final double MEGABYTE = 1e6;

    /** Payload made durable a second, in megabytes. */
    public double megabytesPerSecond() {
        return appendsPerSecond * payloadBytes / MEGABYTE;
    }

    /** What the peer wrote for that, in megabytes a second; null where it does not count. */
    @Nullable Double writtenMegabytesPerSecond() {
        return writtenPerSecond == null ? null : writtenPerSecond / MEGABYTE;
    }

    /** What reached the device for each byte of payload; null where nobody counts. */
    @Nullable Double deviceBytesPerByte() {
        return device == null ? null : device.bytes() / payloadBytes;
    }

    /** Write requests to the device for each append; null where nobody counts. */
    @Nullable Double deviceWritesPerAppend() {
        return device == null ? null : device.writes();
    }
}
