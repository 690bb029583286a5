// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The order in which a round measures what is compared. */
public final class Rotation {
    private Rotation() {}

    /**
     * Whatever one inherits from the one before it, it inherits from another each round: they begin
     * with another each time, and go backwards every other time.
     *
     * @param round from 1
     */
    public static <T> List<T> of(List<T> all, int round) {
        List<T> order = new ArrayList<>(all);
        Collections.rotate(order, round - 1);
        if (round % 2 == 0) Collections.reverse(order);
        return order;
    }
}
