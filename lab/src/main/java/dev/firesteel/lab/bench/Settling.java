// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Whether a rate has settled: its mean over the last five seconds is within 5 % of the mean over
 * the five before. A JVM that warms up gets faster for longer than that.
 */
public final class Settling {
    private static final int WINDOW = 5;
    private static final double TOLERANCE = 0.05;

    private final Deque<Double> rates = new ArrayDeque<>();
    private boolean hasSettled;

    /** Takes note of the rate during one more second. */
    public void add(double perSecond) {
        rates.addLast(perSecond);
        if (rates.size() > 2 * WINDOW) rates.removeFirst();
        hasSettled |= isSteady();
    }

    /** Whether it has, at any time: clients that end then make it fall. */
    public boolean isSettled() {
        return hasSettled;
    }

    private boolean isSteady() {
        if (rates.size() < 2 * WINDOW) return false;
        double before = rates.stream().limit(WINDOW).mapToDouble(Double::doubleValue).sum();
        double after = rates.stream().skip(WINDOW).mapToDouble(Double::doubleValue).sum();
        return after > 0 && Math.abs(after - before) <= TOLERANCE * before;
    }
}
