// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.List;

/** Calculates medians and the spread around them. */
public final class Median {
    private Median() {}

    /** Returns the median, of an even number the mean of the middle two; NaN for none. */
    public static double of(List<Double> values) {
        if (values.isEmpty()) return Double.NaN;
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Returns half the range of the values, relative to the median; NaN for none. */
    public static double spread(List<Double> values) {
        double low = values.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
        double high = values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
        return (high - low) / 2 / of(values);
    }
}
