// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/**
 * The number of replicas, and of those that an operation waits for. Writes and reads are sent to
 * all of them. (In Cassandra, reads go only to the replicas that they wait for, until one is late.)
 *
 * @param n replicas of a row, 1 to {@value #MAX_REPLICAS}
 * @param r number that a read waits for, 1 to n
 * @param w number that a write waits for, 1 to n
 */
public record Quorum(int n, int r, int w) {
    /** More than any cluster has. */
    public static final int MAX_REPLICAS = 100;

    /** Checks the numbers; messages are for users. */
    public Quorum {
        if (n < 1 || n > MAX_REPLICAS)
            throw new IllegalArgumentException(
                    "the number of replicas must be 1 to " + MAX_REPLICAS + ", not " + n);
        if (r < 1 || r > n) throw new IllegalArgumentException(ofAll("read", r, n));
        if (w < 1 || w > n) throw new IllegalArgumentException(ofAll("write", w, n));
    }

    private static String ofAll(String operation, int count, int n) {
        return "a " + operation + " waits for 1 to " + n + " of " + n + " replicas, not " + count;
    }

    /**
     * Returns the probability that a read misses all replicas that the last write waited for, if
     * replicas do not receive a write later: C(n - w, r) / C(n, r) (PBS, equation 1).
     */
    public double missProbability() {
        double miss = 1;
        for (int i = 0; i < r; i++) miss *= Math.max(0, n - w - i) / (double) (n - i);
        return miss;
    }

    /**
     * Returns a lower bound of the probability that a read returns one of the last k versions. It
     * holds for any delay of replicas (PBS, equation 2: k-staleness).
     *
     * @param k from 1
     */
    public double withinVersions(int k) {
        if (k < 1) throw new IllegalArgumentException("versions must be 1 or more, not " + k);
        return 1 - Math.pow(missProbability(), k);
    }
}
