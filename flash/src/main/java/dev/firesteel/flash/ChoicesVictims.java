// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.SplittableRandom;

/**
 * Draws d blocks at random and chooses the one with the fewest valid pages (Van Houdt, A Mean Field
 * Model for a Class of Garbage Collection Algorithms in Flash-based SSDs, SIGMETRICS 2013). It is
 * purely random for d = 1, and close to {@link GreedyVictims} for large d.
 */
final class ChoicesVictims implements VictimPolicy {
    private final Blocks blocks;
    private final int choices;
    private final SplittableRandom random;
    private final int[] candidates;
    private int size;

    ChoicesVictims(Blocks blocks, int choices, long seed) {
        this.blocks = blocks;
        this.choices = choices;
        this.random = new SplittableRandom(seed);
        this.candidates = new int[blocks.count()];
    }

    @Override
    public void add(int block) {
        candidates[size++] = block;
    }

    @Override
    public void invalidated(int block) {}

    @Override
    public int choose() {
        int chosen = random.nextInt(size);
        for (int i = 1; i < choices; i++) {
            int other = random.nextInt(size);
            if (blocks.validPages(candidates[other]) < blocks.validPages(candidates[chosen]))
                chosen = other;
        }
        int victim = candidates[chosen];
        candidates[chosen] = candidates[--size];
        return victim;
    }
}
