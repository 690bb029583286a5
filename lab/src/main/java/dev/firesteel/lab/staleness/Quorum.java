// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/**
 * How many replicas there are, and how many of them an operation waits for. Writes and reads are
 * sent to all of them. (Cassandra's writes are; its reads go to no more replicas than they wait
 * for, until one is late.)
 *
 * @param n replicas of a row, 1 to {@value #MAX_REPLICAS}
 * @param r of which a read waits for so many, 1 to n
 * @param w and a write for so many, 1 to n
 */
public record Quorum(int n, int r, int w) {
    /** More than anyone has. */
    public static final int MAX_REPLICAS = 100;

    /** Checks the numbers; what is wrong is said for a user. */
    public Quorum {
        if (n < 1 || n > MAX_REPLICAS)
            throw new IllegalArgumentException(
                    "the number of replicas is 1 to " + MAX_REPLICAS + ", not " + n);
        if (r < 1 || r > n) throw new IllegalArgumentException(ofAll("read", r, n));
        if (w < 1 || w > n) throw new IllegalArgumentException(ofAll("write", w, n));
    }

    private static String ofAll(String operation, int count, int n) {
        return "a " + operation + " waits for 1 to " + n + " of " + n + " replicas, not " + count;
    }

    /**
     * The probability that a read meets none of the replicas that the last write waited for, if no
     * replica hears of a write later: C(n - w, r) / C(n, r) (PBS, equation 1).
     */
    public double missProbability() {
        double miss = 1;
        for (int i = 0; i < r; i++) miss *= Math.max(0, n - w - i) / (double) (n - i);
        return miss;
    }

    /**
     * The least probability that a read returns one of the last k versions: however late replicas
     * hear of writes, it is at least this (PBS, equation 2: k-staleness).
     *
     * @param k from 1
     */
    public double withinVersions(int k) {
        if (k < 1) throw new IllegalArgumentException("versions are counted from 1, not " + k);
        return 1 - Math.pow(missProbability(), k);
    }
}
