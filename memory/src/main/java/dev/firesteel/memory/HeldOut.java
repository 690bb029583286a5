// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.stream.Stream;

/**
 * Sizes of memtables that a model was not fitted to, to see how far off it is: they lie in the gaps
 * between those that were calibrated or are compared anyway, as evenly as there are gaps, and
 * evenly by ratio within one.
 */
public final class HeldOut {
    /** Levels that are so close are one: a division may lose two MiB. */
    private static final long CLOSE_BYTES = 2 * Budget.MIB;

    private HeldOut() {}

    /**
     * Such sizes, rising, in whole MiB.
     *
     * @param compared sizes that are compared anyway; those beyond what was calibrated do not count
     * @param largestBytes the most memtables that may be tried
     * @param count how many are wanted, at least 0; there are fewer where gaps are too narrow
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

    /** How many of so many lie in the gaps before that one. */
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
