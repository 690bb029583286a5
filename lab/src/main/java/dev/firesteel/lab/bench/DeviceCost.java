// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import org.jspecify.annotations.Nullable;

/**
 * Average cost of an operation to the device that holds the log, including other writes to it.
 *
 * @param writes write requests
 * @param bytes bytes written
 * @param flushes cache flush requests
 */
public record DeviceCost(double writes, double bytes, double flushes) {
    /**
     * Returns the cost between two moments.
     *
     * @return null if the device has no counters
     */
    public static @Nullable DeviceCost of(
            @Nullable DeviceCounters before, @Nullable DeviceCounters after, double operations) {
        if (before == null || after == null) return null;
        return new DeviceCost(
                (after.writes() - before.writes()) / operations,
                (after.writtenBytes() - before.writtenBytes()) / operations,
                (after.flushes() - before.flushes()) / operations);
    }
}
