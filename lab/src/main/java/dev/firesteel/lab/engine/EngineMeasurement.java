// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import dev.firesteel.lab.bench.DeviceCost;
import org.jspecify.annotations.Nullable;

/**
 * One measurement.
 *
 * @param round its round, from 1
 * @param peer the peer that appended
 * @param cell the cell
 * @param payloadBytes size of an append; of the drive, size of a write
 * @param appendsPerSecond durable appends of all threads together
 * @param p50Micros the median of their latencies
 * @param p99Micros the 99th percentile
 * @param requestBytes the mean size of a write to the drive, by the peer's own counters; null if it
 *     has none
 * @param writtenPerSecond bytes of those writes a second, headers and padding included; null if it
 *     has no counters
 * @param device the device's cost of an append, with the writes of other processes; null if it has
 *     no counters
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

    /** Returns the durable payload a second, in megabytes. */
    public double megabytesPerSecond() {
        return appendsPerSecond * payloadBytes / MEGABYTE;
    }

    /** Returns the peer's writes for that, in megabytes a second; null if it has no counters. */
    @Nullable Double writtenMegabytesPerSecond() {
        return writtenPerSecond == null ? null : writtenPerSecond / MEGABYTE;
    }

    /** Returns the bytes written to the device for each byte of payload; null without counters. */
    @Nullable Double deviceBytesPerByte() {
        return device == null ? null : device.bytes() / payloadBytes;
    }

    /** Returns the write requests to the device for each append; null without counters. */
    @Nullable Double deviceWritesPerAppend() {
        return device == null ? null : device.writes();
    }
}
