// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.ArrayDeque;
import java.util.Queue;

/** Chooses the block that was filled longest ago, regardless of its content. */
final class FifoVictims implements VictimPolicy {
    private final Queue<Integer> candidates = new ArrayDeque<>();

    @Override
    public void add(int block) {
        candidates.add(block);
    }

    @Override
    public void invalidated(int block) {}

    @Override
    public int choose() {
        return candidates.remove();
    }
}
