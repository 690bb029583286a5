// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.SplittableRandom;

/**
 * Chooses the key that a thread writes next: a new key, or one attempted earlier. A thread owns
 * every n-th key.
 */
final class KeyChoice {
    private final LedgerState state;
    private final int thread;
    private final int threads;
    private final double insertShare;
    private final SplittableRandom random;
    private final int owned;

    /** Index among the thread's keys below which all have been attempted. */
    private int fresh;

    KeyChoice(LedgerState state, int thread, int threads, double insertShare, long seed) {
        this.state = state;
        this.thread = thread;
        this.threads = threads;
        this.insertShare = insertShare;
        this.random = new SplittableRandom(seed * 31 + thread);
        this.owned = (state.keys() - thread + threads - 1) / threads;
    }

    /** Returns the next key. */
    int next() {
        while (fresh < owned && state.attempted(key(fresh)) > 0) fresh++;
        boolean insert = fresh == 0 || (fresh < owned && random.nextDouble() < insertShare);
        return key(insert ? fresh : random.nextInt(fresh));
    }

    private int key(int index) {
        return thread + index * threads;
    }
}
