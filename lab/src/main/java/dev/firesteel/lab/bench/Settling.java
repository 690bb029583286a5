// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Whether a rate has settled: its median over the last twenty seconds is within 10 % of the median
 * over the twenty before. Shorter windows take a plateau for the end: a JVM compiles what is hot in
 * several steps, and what lies between two of them lasts ten seconds where processors are busy.
 * Medians, because single seconds are far off: collections, flushes, clients that end.
 */
public final class Settling {
    private static final int WINDOW = 20;
    private static final double TOLERANCE = 0.1;

    /** It takes so long at least to know. */
    static final int LEAST_SECONDS = 2 * WINDOW;

    private final Deque<Double> rates = new ArrayDeque<>();

    /** Takes note of the rate during one more second. */
    public void add(double perSecond) {
        rates.addLast(perSecond);
        if (rates.size() > LEAST_SECONDS) rates.removeFirst();
    }

    /** Whether it has, by now. */
    public boolean isSettled() {
        if (rates.size() < LEAST_SECONDS) return false;
        List<Double> all = List.copyOf(rates);
        double before = Median.of(all.subList(0, WINDOW));
        double after = Median.of(all.subList(WINDOW, all.size()));
        return after > 0 && Math.abs(after - before) <= TOLERANCE * before;
    }
}
