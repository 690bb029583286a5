// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.Arrays;

/** What was drawn of one quantity. */
public final class Sample {
    private final double[] sorted;

    Sample(double[] values) {
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    /**
     * The least value that is not exceeded with this probability (the nearest rank).
     *
     * @param probability above 0, at most 1
     */
    public double quantile(double probability) {
        if (!(probability > 0 && probability <= 1))
            throw new IllegalArgumentException("a probability of " + probability);
        // Less a trifle, so that 0.999 of 1000 is the 999th, whatever its double is.
        int rank = (int) Math.ceil(probability * sorted.length * (1 - 1e-12));
        return sorted[Math.max(rank, 1) - 1];
    }

    /** The part of what was drawn that is at most so much, 0 to 1. */
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

    /** How many were drawn. */
    public int size() {
        return sorted.length;
    }
}
