// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;

/**
 * The kernel's counters of a block device, for all processes.
 *
 * @param writes write requests completed, after neighbours were merged
 * @param writtenBytes bytes written
 * @param flushes cache flush requests
 */
public record DeviceCounters(long writes, long writtenBytes, long flushes) {
    /** The unit of the counters, independent of the device's own sectors. */
    private static final int SECTOR_BYTES = 512;

    private static final int WRITES = 4;
    private static final int SECTORS = 6;
    private static final int FLUSHES = 15;

    /** Parses {@code /sys/block/DEVICE/stat}. Flushes are counted since Linux 5.5. */
    public static DeviceCounters parse(String stat) throws IOException {
        String[] fields = stat.trim().split("\\s+", -1);
        try {
            return new DeviceCounters(
                    Long.parseLong(fields[WRITES]),
                    Long.parseLong(fields[SECTORS]) * SECTOR_BYTES,
                    fields.length > FLUSHES ? Long.parseLong(fields[FLUSHES]) : 0);
        } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
            throw new IOException("Not a block device's stat: " + stat, e);
        }
    }
}
