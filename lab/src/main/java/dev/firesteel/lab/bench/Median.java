// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.List;

/** The value in the middle, and how far the others are from it. */
public final class Median {
    private Median() {}

    /** Of an even number of values the mean of the two in the middle; of none, not a number. */
    public static double of(List<Double> values) {
        if (values.isEmpty()) return Double.NaN;
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Half of what lies between the extremes, over the median; of none, not a number. */
    public static double spread(List<Double> values) {
        double low = values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
        double high = values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
        return (high - low) / 2 / of(values);
    }
}
