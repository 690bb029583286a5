// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

/**
 * How long bytes live, some of which were still alive when last seen (Kaplan and Meier,
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
     * What is known of the age that half of the bytes reach.
     *
     * @param wholeTrace taken for bytes of which none has died
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
        // The same part of what is left dies in each stretch of time: the least that can be
        // assumed.
        return new Median(alive == 1 ? wholeTrace : last * Math.log(0.5) / Math.log(alive), false);
    }

    /**
     * The age that half of the bytes reach.
     *
     * @param isSeen whether half of them were seen to die; else it is at least about this
     */
    record Median(double age, boolean isSeen) {}
}
