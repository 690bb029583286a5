// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.timing;

import dev.firesteel.flash.ImpossibleGeometryException;

/**
 * The seek times of a disk, in nanoseconds, as data sheets give them. Between them the time grows
 * with the root of the distance, and with the distance: Lee and Katz, An Analytic Performance Model
 * of Disk Arrays, SIGMETRICS 1993. Their coefficients make the mean over random pairs of cylinders
 * the average.
 *
 * @param single of one cylinder, at least 0
 * @param average over random pairs of cylinders
 * @param full of all cylinders
 */
public record SeekTimes(long single, long average, long full) {
    /**
     * Checks the times.
     *
     * @throws ImpossibleGeometryException if they are not in order, or a longer seek would be
     *     shorter in time
     */
    public SeekTimes {
        if (single < 0 || single > average || average > full)
            throw new ImpossibleGeometryException(
                    "seek times must grow from one cylinder (%,d ns) over the average (%,d ns) to all (%,d ns)"
                            .formatted(single, average, full));
        if (-10 * single + 15 * average - 5 * full < 0 || 7 * single - 15 * average + 8 * full < 0)
            throw new ImpossibleGeometryException(
                    "no curve of growing seek times goes through %,d, %,d and %,d ns"
                            .formatted(single, average, full));
    }

    /**
     * Returns the time of a seek.
     *
     * @param distance in cylinders, at least 0
     * @param cylinders of the disk
     */
    long of(int distance, int cylinders) {
        if (distance == 0) return 0;
        double root = (-10.0 * single + 15.0 * average - 5.0 * full) / (3 * Math.sqrt(cylinders));
        double slope = (7.0 * single - 15.0 * average + 8.0 * full) / (3.0 * cylinders);
        return (long) (root * Math.sqrt(distance - 1) + slope * (distance - 1)) + single;
    }
}
