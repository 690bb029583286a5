// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/**
 * Estimates the lifetime of bytes, including those still alive at the end (Kaplan and Meier,
 * Nonparametric Estimation from Incomplete Observations, JASA 1958). Ages are counted in steps of 4
 * %.
 */
final class Survival {
    private static final int STEPS_PER_DOUBLING = 16;
    private static final int STEPS = 64 * STEPS_PER_DOUBLING;

    private final double[] died = new double[STEPS];
    private final double[] leftAlive = new double[STEPS];
    private double bytes;

    void died(double age, double ofBytes) {
        died[step(age)] += ofBytes;
        bytes += ofBytes;
    }

    void leftAlive(double age, double ofBytes) {
        leftAlive[step(age)] += ofBytes;
        bytes += ofBytes;
    }

    private static int step(double age) {
        double doublings = Math.log1p(Math.max(0, age)) / Math.log(2);
        return Math.min(STEPS - 1, (int) (doublings * STEPS_PER_DOUBLING));
    }

    private static double age(int step) {
        return Math.pow(2, (step + 0.5) / STEPS_PER_DOUBLING) - 1;
    }

    double bytes() {
        return bytes;
    }

    /**
     * Returns the estimated age that half of the bytes reach.
     *
     * @param wholeTrace the age assumed if no bytes died
     */
    Median median(double wholeTrace) {
        double alive = 1;
        double atRisk = bytes;
        double last = 0;
        for (int step = 0; step < STEPS; step++) {
            if (died[step] + leftAlive[step] == 0) continue;
            last = age(step);
            alive *= 1 - died[step] / atRisk;
            if (alive <= 0.5) return new Median(last, true);
            atRisk -= died[step] + leftAlive[step];
        }
        // Assume a constant death rate for the rest: the weakest assumption.
        return new Median(alive == 1 ? wholeTrace : last * Math.log(0.5) / Math.log(alive), false);
    }

    /**
     * The age that half of the bytes reach.
     *
     * @param isSeen whether half of them died within the trace; else the age is a rough lower bound
     */
    record Median(double age, boolean isSeen) {}
}
