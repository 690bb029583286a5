// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import org.jspecify.annotations.Nullable;

/**
 * What an operation costs the device that holds the log, with all that is written to it meanwhile.
 *
 * @param writes write requests
 * @param bytes bytes written
 * @param flushes requests to empty its cache
 */
public record DeviceCost(double writes, double bytes, double flushes) {
    /**
     * Of what was done between two moments.
     *
     * @return null if nobody counts for the device
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
