// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/** A fast source of choices (SplitMix64): the same seed always gives the same choices. */
final class SimRandom {
    private long state;

    SimRandom(long seed) {
        // Seeds are consecutive numbers: spread them before use.
        this.state = seed * 0xD1342543DE82EF95L + 0x2545F4914F6CDD1DL;
        nextLong();
    }

    long nextLong() {
        long z = state += 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Returns a number from 0 to {@code bound - 1}. */
    int below(int bound) {
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /** Returns a number from {@code low} to {@code high}, both included. */
    int between(int low, int high) {
        return low + below(high - low + 1);
    }

    boolean chance(double probability) {
        return (nextLong() >>> 11) * 0x1p-53 < probability;
    }

    /** Returns true once in {@code n} times. */
    boolean oneIn(int n) {
        return below(n) == 0;
    }
}
