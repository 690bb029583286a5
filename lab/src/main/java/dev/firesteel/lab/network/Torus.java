// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

import java.util.Comparator;

/**
 * A three-dimensional torus of places, numbered along x, then y, then z.
 *
 * @param x the number of places along each axis
 * @param y the same
 * @param z the same
 */
record Torus(int x, int y, int z) {
    /** A torus has at most about this many places for each that is needed. */
    private static final int MOST_SPARE = 3;

    /**
     * Returns the torus in which this many places, the first ones, have the fewest hops between
     * them on average. It may have more places. Of several, it is the smallest, and nearest to a
     * cube.
     */
    static Torus of(int places) {
        Torus best = new Torus(places, 1, 1);
        for (int z = 1; z * z * z <= MOST_SPARE * places; z++)
            for (int y = z; y * y * z <= MOST_SPARE * places; y++) {
                int x = Math.max(y, (places + y * z - 1) / (y * z));
                Torus torus = new Torus(x, y, z);
                int order =
                        Comparator.<Torus>comparingLong(each -> each.sumOfHops(places))
                                .thenComparingInt(Torus::places)
                                .thenComparingInt(Torus::x)
                                .compare(torus, best);
                if (order < 0) best = torus;
            }
        return best;
    }

    private int places() {
        return x * y * z;
    }

    private long sumOfHops(int first) {
        long sum = 0;
        for (int from = 0; from < first; from++)
            for (int to = 0; to < first; to++) sum += hops(from, to);
        return sum;
    }

    /** Returns the smallest number of hops between two places. */
    int hops(int from, int to) {
        return along(from % x, to % x, x)
                + along(from / x % y, to / x % y, y)
                + along(from / (x * y), to / (x * y), z);
    }

    private static int along(int from, int to, int size) {
        int straight = Math.abs(from - to);
        return Math.min(straight, size - straight);
    }
}
