// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The order in which a round measures what is compared. */
public final class Rotation {
    private Rotation() {}

    /** In how many rounds each of so many comes behind each other one equally often. */
    public static int balancedRounds(int count) {
        return count % 2 == 0 ? count : 2 * count;
    }

    /**
     * Whatever one inherits from the one before it, it inherits from another each round. So they
     * stand in a Latin square that is balanced for what goes before (Williams, "Experimental
     * designs balanced for the estimation of residual effects of treatments", 1949): in as many
     * rounds as there are, each is once in each place, and if their number is even, each comes once
     * behind each other one. If it is odd, that takes twice as many rounds, of which the second
     * half goes backwards.
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
