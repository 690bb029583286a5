// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

/** Told how a sweep goes on. */
public interface SweepListener {
    /**
     * A measurement begins.
     *
     * @param step which one, from 1
     * @param perSecond the rate that is offered; 0 for full speed
     */
    void starting(int step, int clients, double perSecond);

    /** Told about once a second while clients are at work. */
    void working(String at, double perSecond);

    /** What they reach at full speed. */
    void measured(double perSecond);

    /** What came of a rate. */
    void measured(SweepPoint point);
}
