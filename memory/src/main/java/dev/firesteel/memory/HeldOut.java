// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.Stream;

/**
 * Chooses memtable sizes for validation that a model was not fitted to. They lie in the gaps
 * between sizes calibrated or compared anyway, spread evenly over the gaps, and evenly by ratio
 * within one.
 */
public final class HeldOut {
    /** Tolerance for equal levels: a memory split may lose two MiB to rounding. */
    private static final long CLOSE_BYTES = 2 * Budget.MIB;

    private HeldOut() {}

    /**
     * Returns the sizes, rising, in whole MiB.
     *
     * @param compared sizes compared anyway; those outside the calibrated range do not count
     * @param largestBytes the largest memtables to try
     * @param count the number wanted, at least 0; fewer are returned where gaps are too narrow
     */
    public static List<Long> sizes(
            Calibration calibration, List<Long> compared, long largestBytes, int count) {
        List<Long> levels = levels(calibration, compared, largestBytes);
        List<Long> sizes = new ArrayList<>();
        int gaps = levels.size() - 1;
        for (int gap = 0; gap < gaps; gap++) {
            double low = levels.get(gap);
            double high = levels.get(gap + 1);
            int here = before(gap + 1, gaps, count) - before(gap, gaps, count);
            for (int i = 1; i <= here; i++) {
                double exact = low * Math.pow(high / low, (double) i / (here + 1));
                long size = Math.round(exact / Budget.MIB) * Budget.MIB;
                if (isApart(size, levels) && !sizes.contains(size)) sizes.add(size);
            }
        }
        return sizes;
    }

    /** Returns the number of sizes in the gaps before this one. */
    private static int before(int gap, int gaps, int count) {
        return (int) Math.round((double) gap * count / gaps);
    }

    private static List<Long> levels(
            Calibration calibration, List<Long> compared, long largestBytes) {
        LongSummaryStatistics calibrated =
                calibration.runs().stream()
                        .mapToLong(Calibration.Run::memtableBytes)
                        .summaryStatistics();
        List<Long> levels = new ArrayList<>();
        Stream.concat(
                        calibration.runs().stream().map(Calibration.Run::memtableBytes),
                        compared.stream())
                .filter(bytes -> bytes >= calibrated.getMin() && bytes <= calibrated.getMax())
                .filter(bytes -> bytes <= largestBytes)
                .sorted()
                .filter(bytes -> isApart(bytes, levels))
                .forEach(levels::add);
        return levels;
    }

    private static boolean isApart(long bytes, List<Long> levels) {
        return levels.stream().allMatch(level -> Math.abs(level - bytes) > CLOSE_BYTES);
    }
}
