// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Orders the alternatives compared within a round. */
public final class Rotation {
    private Rotation() {}

    /** Returns the rounds in which each alternative follows each other one equally often. */
    public static int balancedRounds(int count) {
        return count % 2 == 0 ? count : 2 * count;
    }

    /**
     * Returns the order of a round. Each alternative may be affected by its predecessor, which
     * therefore changes every round. The orders form a Latin square balanced for carry-over effects
     * (Williams, "Experimental designs balanced for the estimation of residual effects of
     * treatments", 1949). In as many rounds as alternatives, each is once in each place. If their
     * number is even, each also follows each other one once. If it is odd, that takes twice the
     * rounds, and the second half is reversed.
     *
     * @param round from 1
     */
    public static <T> List<T> of(List<T> all, int round) {
        int count = all.size();
        List<T> order = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            int step = place % 2 == 0 ? count - place / 2 : (place + 1) / 2;
            order.add(all.get((step + round - 1) % count));
        }
        boolean isBackwards = count % 2 == 1 && (round - 1) / count % 2 == 1;
        if (isBackwards) Collections.reverse(order);
        return order;
    }
}
