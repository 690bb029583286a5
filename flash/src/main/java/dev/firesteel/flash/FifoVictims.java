// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.ArrayDeque;
import java.util.Queue;

/** The block that was written longest ago, whatever it holds. */
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
