// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.ImpossibleGeometryException;

/**
 * The platters of a disk.
 *
 * @param rpm revolutions a minute
 * @param heads tracks of a cylinder
 * @param cylinders tracks of a surface
 * @param outerTrack bytes of the outermost track
 * @param innerTrack bytes of the innermost track; between them they shrink zone by zone
 */
public record Platters(int rpm, int heads, int cylinders, int outerTrack, int innerTrack) {
    static final int PAGE_BYTES = 4_096;
    private static final double NANOS_PER_MINUTE = 60e9;

    /**
     * Checks the numbers.
     *
     * @throws ImpossibleGeometryException if one is out of range
     */
    public Platters {
        requireUpTo(100_000, rpm, "revolutions a minute");
        requireUpTo(1_000, heads, "heads");
        requireUpTo(10_000_000, cylinders, "cylinders");
        if (innerTrack < PAGE_BYTES || innerTrack > outerTrack)
            throw new ImpossibleGeometryException(
                    "the innermost track must have %,d to %,d bytes, not %,d"
                            .formatted(PAGE_BYTES, outerTrack, innerTrack));
    }

    static void requireUpTo(int most, int count, String what) {
        if (count < 1 || count > most)
            throw new ImpossibleGeometryException(
                    "%s must be 1 to %,d, not %,d".formatted(what, most, count));
    }

    /** Returns the time of a revolution, in nanoseconds. */
    double revolution() {
        return NANOS_PER_MINUTE / rpm;
    }
}
