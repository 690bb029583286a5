// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.network;

/**
 * A three-dimensional torus of places, numbered along x, then y, then z.
 *
 * @param x the number of places along each axis
 * @param y the same
 * @param z the same
 */
record Torus(int x, int y, int z) {
    /** Returns the smallest torus with this many places; of several, the nearest to a cube. */
    static Torus of(int places) {
        Torus best = new Torus(places, 1, 1);
        for (int z = 1; z <= places; z++)
            for (int y = z; y * z <= places; y++) {
                int x = Math.max(y, (places + y * z - 1) / (y * z));
                Torus torus = new Torus(x, y, z);
                if (torus.places() < best.places()
                        || (torus.places() == best.places() && x < best.x)) best = torus;
            }
        return best;
    }

    private int places() {
        return x * y * z;
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
