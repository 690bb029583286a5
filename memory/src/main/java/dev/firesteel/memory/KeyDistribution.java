// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.Arrays;
import java.util.SplittableRandom;

/** The request frequency of each key: probabilities that sum to 1, the highest first. */
public final class KeyDistribution {
    /** The default theta of YCSB's zipfian generators, and the scrambled one's fixed theta. */
    public static final double YCSB_THETA = 0.99;

    /** The number of items that YCSB's scrambled generator draws from, for any number of keys. */
    private static final double SCRAMBLED_ITEMS = 1e10;

    /** The sum of rank^-0.99 over these items; also a constant of YCSB. */
    private static final double SCRAMBLED_ZETA = 26.46902820178302;

    /** The number of ranks hashed one by one; the weight of all others is spread evenly. */
    private static final int SCRAMBLED_HEAD = 2_000_000;

    private final double[] probabilities;

    private KeyDistribution(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        double[] ascending = Arrays.stream(weights).map(each -> each / sum).sorted().toArray();
        probabilities = new double[ascending.length];
        for (int i = 0; i < ascending.length; i++)
            probabilities[i] = ascending[ascending.length - 1 - i];
    }

    /** Returns a distribution of equal probabilities. */
    public static KeyDistribution uniform(int keys) {
        double[] weights = new double[requirePositive(keys)];
        Arrays.fill(weights, 1);
        return new KeyDistribution(weights);
    }

    /**
     * Returns Zipf's law: the key of rank r is requested in proportion to r^-theta.
     *
     * @param theta 0 to 5; YCSB's is {@link #YCSB_THETA}
     */
    public static KeyDistribution zipfian(int keys, double theta) {
        if (!(theta >= 0 && theta <= 5))
            throw new IllegalArgumentException("theta must be 0 to 5, not " + theta);
        double[] weights = new double[requirePositive(keys)];
        for (int i = 0; i < keys; i++) weights[i] = Math.pow(i + 1, -theta);
        return new KeyDistribution(weights);
    }

    /**
     * Returns the distribution that YCSB calls zipfian in its workloads
     * (ScrambledZipfianGenerator). It draws one of 10^10 items, nearly by Zipf's law with theta
     * 0.99. The rank is hashed by 64-bit FNV-1a and taken modulo the number of keys. Each key thus
     * sums very many ranks, and the skew is far less than that of {@link #zipfian}.
     */
    public static KeyDistribution ycsbZipfian(int keys) {
        double[] weights = new double[requirePositive(keys)];
        double below = 0;
        for (int rank = 0; rank < SCRAMBLED_HEAD; rank++) {
            double upTo = scrambledShare(rank + 1);
            weights[(int) (Math.abs(fnv1a(rank)) % keys)] += upTo - below;
            below = upTo;
        }
        for (int i = 0; i < keys; i++) weights[i] += (1 - below) / keys;
        return new KeyDistribution(weights);
    }

    /**
     * Returns the probability of the first {@code items} items: the inverse of YCSB's quantile
     * function (Gray et al., "Quickly Generating Billion-Record Synthetic Databases", 1994). It is
     * exact for the first two, and close for the others.
     */
    private static double scrambledShare(int items) {
        double second = (1 + Math.pow(2, -YCSB_THETA)) / SCRAMBLED_ZETA;
        if (items == 1) return 1 / SCRAMBLED_ZETA;
        double eta = (1 - share(2)) / (1 - second);
        return (share(items) + eta - 1) / eta;
    }

    private static double share(int items) {
        return Math.pow(items / SCRAMBLED_ITEMS, 1 - YCSB_THETA);
    }

    /** Returns FNV-1a over the eight bytes of a number, the lowest first. */
    private static long fnv1a(long number) {
        long hash = 0xCBF29CE484222325L;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE)
            hash = (hash ^ (number >>> shift & 0xFF)) * 0x100000001B3L;
        return hash;
    }

    private static int requirePositive(int keys) {
        if (keys < 1)
            throw new IllegalArgumentException(
                    "the number of keys must be at least 1, not " + keys);
        return keys;
    }

    /**
     * Returns the request frequency of chunks of keys, in random order, as by their hashes. Nearly
     * each of the hottest keys is in a chunk of its own.
     *
     * @param keysPerChunk at least 1; the last chunk may have fewer
     * @param seed of the order
     */
    public KeyDistribution inChunks(int keysPerChunk, long seed) {
        if (keysPerChunk < 1)
            throw new IllegalArgumentException(
                    "the keys in a chunk must be at least 1, not " + keysPerChunk);
        double[] shuffled = probabilities.clone();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = shuffled.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double each = shuffled[i];
            shuffled[i] = shuffled[other];
            shuffled[other] = each;
        }
        double[] weights = new double[(shuffled.length + keysPerChunk - 1) / keysPerChunk];
        for (int i = 0; i < shuffled.length; i++) weights[i / keysPerChunk] += shuffled[i];
        return new KeyDistribution(weights);
    }

    /** Returns the number of keys. */
    public int keys() {
        return probabilities.length;
    }

    /** Returns the probability of the key of this rank, from 0. */
    double probability(int rank) {
        return probabilities[rank];
    }

    /**
     * Returns the fraction of requests for the hottest keys: the hit ratio of a cache that always
     * holds exactly those.
     */
    public double shareOfTop(int keys) {
        return Arrays.stream(probabilities, 0, Math.min(keys, keys())).sum();
    }
}
