// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.Arrays;

/** A sample of one quantity. */
public final class Sample {
    private final double[] sorted;

    Sample(double[] values) {
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    /**
     * Returns the least value that is not exceeded with this probability (the nearest rank).
     *
     * @param probability above 0, at most 1
     */
    public double quantile(double probability) {
        if (!(probability > 0 && probability <= 1))
            throw new IllegalArgumentException("a probability of " + probability);
        // Slightly reduced, so that rounding cannot make 0.999 of 1000 the 1000th.
        int rank = (int) Math.ceil(probability * sorted.length * (1 - 1e-12));
        return sorted[Math.max(rank, 1) - 1];
    }

    /** Returns the share of values up to this one, 0 to 1. */
    public double atMost(double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= value) low = middle + 1;
            else high = middle;
        }
        return low / (double) sorted.length;
    }

    /** Returns the size of the sample. */
    public int size() {
        return sorted.length;
    }
}
