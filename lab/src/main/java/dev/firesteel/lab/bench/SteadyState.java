// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Detects the steady state of a rate: its median over the last twenty seconds is within 10 % of the
 * median over the twenty before. Shorter windows mistake a plateau for the steady state. A JVM
 * compiles hot code in several steps, which can be ten seconds apart on busy processors. Medians
 * are used because collections, flushes and ending clients distort single seconds.
 */
public final class SteadyState {
    private static final int WINDOW = 20;
    private static final double TOLERANCE = 0.1;

    /** Least number of seconds before a steady state can be detected. */
    static final int LEAST_SECONDS = 2 * WINDOW;

    private final Deque<Double> rates = new ArrayDeque<>();

    /** Adds the rate during one more second. */
    public void add(double perSecond) {
        rates.addLast(perSecond);
        if (rates.size() > LEAST_SECONDS) rates.removeFirst();
    }

    /** Returns whether the rate is in steady state. */
    public boolean isSettled() {
        if (rates.size() < LEAST_SECONDS) return false;
        List<Double> all = List.copyOf(rates);
        double before = Median.of(all.subList(0, WINDOW));
        double after = Median.of(all.subList(WINDOW, all.size()));
        return after > 0 && Math.abs(after - before) <= TOLERANCE * before;
    }
}
