// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.Arrays;
import java.util.SplittableRandom;

/** How often each key is asked for: probabilities that sum to 1, the highest first. */
public final class KeyDistribution {
    /** What YCSB's zipfian generators use unless told otherwise, and the scrambled one always. */
    public static final double YCSB_THETA = 0.99;

    /** From so many items YCSB's scrambled generator draws, whatever the number of keys. */
    private static final double SCRAMBLED_ITEMS = 1e10;

    /** The sum of rank^-0.99 over them; a constant of YCSB, too. */
    private static final double SCRAMBLED_ZETA = 26.46902820178302;

    /** Ranks that are hashed one by one; behind them are so many that they are spread evenly. */
    private static final int SCRAMBLED_HEAD = 2_000_000;

    private final double[] probabilities;

    private KeyDistribution(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        double[] ascending = Arrays.stream(weights).map(each -> each / sum).sorted().toArray();
        probabilities = new double[ascending.length];
        for (int i = 0; i < ascending.length; i++)
            probabilities[i] = ascending[ascending.length - 1 - i];
    }

    /** All keys alike. */
    public static KeyDistribution uniform(int keys) {
        double[] weights = new double[requirePositive(keys)];
        Arrays.fill(weights, 1);
        return new KeyDistribution(weights);
    }

    /**
     * Zipf's law: the key of rank r is asked for as r^-theta.
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
     * What YCSB calls zipfian in its workloads (ScrambledZipfianGenerator): one of 10^10 items is
     * drawn, nearly by Zipf's law with theta 0.99, its rank hashed by 64-bit FNV-1a, and taken
     * modulo the number of keys. So each key gets the sum of very many ranks, and the skew is far
     * less than that of {@link #zipfian}.
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
     * The probability of the first so many items: the quantile function by which YCSB draws, turned
     * round (Gray et al., "Quickly Generating Billion-Record Synthetic Databases", 1994). It is
     * exact for the first two, and close behind them.
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

    /** FNV-1a over the eight bytes of a number, the lowest first. */
    private static long fnv1a(long number) {
        long hash = 0xCBF29CE484222325L;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE)
            hash = (hash ^ (number >>> shift & 0xFF)) * 0x100000001B3L;
        return hash;
    }

    private static int requirePositive(int keys) {
        if (keys < 1) throw new IllegalArgumentException("there must be keys, not " + keys);
        return keys;
    }

    /**
     * How often each chunk is asked for, if so many keys at a time are in one, in the order of
     * their hashes: of keys that are asked for often, nearly each is in a chunk of its own.
     *
     * @param keysPerChunk at least 1; the last chunk may have fewer
     * @param seed of the order
     */
    public KeyDistribution inChunks(int keysPerChunk, long seed) {
        if (keysPerChunk < 1)
            throw new IllegalArgumentException("a chunk holds at least 1 key, not " + keysPerChunk);
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

    /** How many keys there are. */
    public int keys() {
        return probabilities.length;
    }

    /** The probability of the key of this rank, from 0. */
    double probability(int rank) {
        return probabilities[rank];
    }

    /**
     * The share of requests for the keys that are asked for most: what a cache of so many would
     * answer that always held the right ones.
     */
    public double shareOfTop(int keys) {
        return Arrays.stream(probabilities, 0, Math.min(keys, keys())).sum();
    }
}
