// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import org.hipparchus.analysis.solvers.BracketingNthOrderBrentSolver;

/**
 * Computes the hit ratio of an LRU cache by Che's approximation (Che, Tung, Wang 2002). A key is
 * cached if one of the last T requests was for it. T is such that the expected number of cached
 * keys equals the capacity.
 */
public final class LruCache {
    private static final double ACCURACY = 1e-9;
    private static final int EVALUATIONS = 1_000;

    private LruCache() {}

    /**
     * Returns the expected hit ratio, for independent requests.
     *
     * @param capacity the number of keys that the cache holds, at least 1
     * @return 0 to 1
     */
    public static double hitRatio(KeyDistribution distribution, int capacity) {
        if (capacity < 1)
            throw new IllegalArgumentException(
                    "the capacity of a cache must be at least 1 key, not " + capacity);
        if (capacity >= distribution.keys()) return 1;
        double time = characteristicTime(distribution, capacity);
        double hits = 0;
        for (int i = 0; i < distribution.keys(); i++) {
            double probability = distribution.probability(i);
            hits += probability * -Math.expm1(-probability * time);
        }
        return hits;
    }

    /** Returns T: the solution of sum(1 - e^(-p T)) = capacity. */
    private static double characteristicTime(KeyDistribution distribution, int capacity) {
        double low = capacity; // no more keys than requests
        double high = 2 * low;
        while (expectedKeys(distribution, high) < capacity) {
            low = high;
            high *= 2;
        }
        return new BracketingNthOrderBrentSolver(ACCURACY * high, 5)
                .solve(EVALUATIONS, time -> expectedKeys(distribution, time) - capacity, low, high);
    }

    private static double expectedKeys(KeyDistribution distribution, double time) {
        double keys = 0;
        for (int i = 0; i < distribution.keys(); i++)
            keys += -Math.expm1(-distribution.probability(i) * time);
        return keys;
    }
}
