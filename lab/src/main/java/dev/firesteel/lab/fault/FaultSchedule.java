// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Determines the order of faults. Each comes once before any comes again. */
public final class FaultSchedule {
    private static final long SHUFFLE = 0x5DEECE66DL;

    private final List<Fault> faults;
    private final boolean isShuffled;

    private FaultSchedule(List<Fault> faults, boolean isShuffled) {
        this.faults = List.copyOf(faults);
        this.isShuffled = isShuffled;
    }

    /** Returns a schedule of kills, every third followed by another while the node replays. */
    public static FaultSchedule kills() {
        return new FaultSchedule(
                List.of(new KillFault(), new KillFault(), new ReplayFault()), false);
    }

    /** Returns a schedule of these faults, at least one, in an order drawn anew by a seed. */
    public static FaultSchedule of(List<Fault> faults) {
        if (faults.isEmpty()) throw new IllegalArgumentException("There is no fault");
        return new FaultSchedule(faults, true);
    }

    /** Returns the fault of a cycle, counted from 1. */
    public Fault ofCycle(int cycle, long seed) {
        int round = (cycle - 1) / faults.size();
        List<Fault> order = new ArrayList<>(faults);
        if (isShuffled) shuffle(order, new SplittableRandom(seed ^ (round + 1) * SHUFFLE));
        return order.get((cycle - 1) % faults.size());
    }

    /**
     * Returns a schedule of the faults that can be used here.
     *
     * @param told receives the reason against each other fault
     */
    public FaultSchedule reducedTo(FaultTargets targets, Consumer<String> told) throws IOException {
        List<Fault> possible = new ArrayList<>();
        for (Fault fault : faults) {
            try {
                fault.require(targets);
                possible.add(fault);
            } catch (FaultException e) {
                told.accept("Without %s: %s".formatted(fault.name(), e.getMessage()));
            }
        }
        return new FaultSchedule(possible, isShuffled);
    }

    /** Returns all its faults. */
    public List<Fault> faults() {
        return faults;
    }

    private static void shuffle(List<Fault> order, SplittableRandom random) {
        for (int i = order.size() - 1; i > 0; i--)
            Collections.swap(order, i, random.nextInt(i + 1));
    }
}
