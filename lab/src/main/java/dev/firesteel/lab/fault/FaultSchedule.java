// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Determines the order of faults: cards are dealt, and dealt again when none is left. */
public final class FaultSchedule {
    private static final long SHUFFLE = 0x5DEECE66DL;

    private final List<Fault> cards;
    private final boolean isShuffled;

    private FaultSchedule(List<Fault> cards, boolean isShuffled) {
        this.cards = List.copyOf(cards);
        this.isShuffled = isShuffled;
    }

    /** Returns a deck of kills, every third followed by another while the node replays. */
    public static FaultSchedule kills() {
        return new FaultSchedule(
                List.of(new KillFault(), new KillFault(), new ReplayFault()), false);
    }

    /** Returns a deck of these faults, at least one, in an order drawn anew by a seed. */
    public static FaultSchedule of(List<Fault> faults) {
        if (faults.isEmpty()) throw new IllegalArgumentException("There is no fault");
        return new FaultSchedule(faults, true);
    }

    /** Returns the fault of a cycle, counted from 1. */
    public Fault deal(int cycle, long seed) {
        int deck = (cycle - 1) / cards.size();
        List<Fault> order = new ArrayList<>(cards);
        if (isShuffled) shuffle(order, new SplittableRandom(seed ^ (deck + 1) * SHUFFLE));
        return order.get((cycle - 1) % cards.size());
    }

    /**
     * Returns a deck of the faults that can be used here.
     *
     * @param told receives the reason against each other fault
     */
    public FaultSchedule reducedTo(FaultTargets site, Consumer<String> told) throws IOException {
        List<Fault> possible = new ArrayList<>();
        for (Fault fault : cards) {
            try {
                fault.require(site);
                possible.add(fault);
            } catch (FaultException e) {
                told.accept("Without %s: %s".formatted(fault.name(), e.getMessage()));
            }
        }
        return new FaultSchedule(possible, isShuffled);
    }

    /** Returns all its faults. */
    public List<Fault> faults() {
        return cards;
    }

    private static void shuffle(List<Fault> order, SplittableRandom random) {
        for (int i = order.size() - 1; i > 0; i--)
            Collections.swap(order, i, random.nextInt(i + 1));
    }
}
