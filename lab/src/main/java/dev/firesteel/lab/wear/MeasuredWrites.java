// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import org.jspecify.annotations.Nullable;

/**
 * Data that a drive has written between two readings of its counters.
 *
 * @param hostBytes bytes that the host wrote
 * @param mediaBytes bytes written to flash
 * @param unitBytes the unit of the coarser counter
 */
public record MeasuredWrites(double hostBytes, double mediaBytes, long unitBytes) {
    /** Counters of fewer units are wrong by more than a hundredth. */
    private static final int FEWEST_UNITS = 100;

    private static final double LEAST_FACTOR = 0.98;

    /** Drives differ from the kernel in what they count, but not by more. */
    private static final double MOST_DIFFERENCE = 0.1;

    /** Returns bytes on flash for each byte of the host; null if the host wrote nothing. */
    public @Nullable Double writeAmplification() {
        return hostBytes == 0 ? null : mediaBytes / hostBytes;
    }

    /** Returns whether too little was written for the counters' units. */
    public boolean hasFewUnits() {
        return hostBytes < (double) FEWEST_UNITS * unitBytes;
    }

    /**
     * Returns whether less was written to flash than the units of the counters explain. Drives that
     * compress do so, and counters that leave out a part of the flash.
     */
    public boolean isBelowHost() {
        return mediaBytes + 2.0 * unitBytes < LEAST_FACTOR * hostBytes;
    }

    /**
     * Returns whether the drive has counted other data than the kernel. Its unit is then not the
     * one that was assumed, or another namespace or host writes to it.
     *
     * @param kernelBytes bytes that the kernel wrote to the drive in the same time
     */
    public boolean contradicts(long kernelBytes) {
        return !hasFewUnits() && Math.abs(hostBytes - kernelBytes) > MOST_DIFFERENCE * kernelBytes;
    }
}
