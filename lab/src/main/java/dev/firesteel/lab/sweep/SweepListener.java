// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

/** Receives the progress of a sweep. */
public interface SweepListener {
    /**
     * Called before a measurement begins.
     *
     * @param step its number, from 1
     * @param perSecond the offered rate; 0 for full speed
     */
    void starting(int step, int clients, double perSecond);

    /** Called about once a second while clients run. */
    void working(String at, double perSecond);

    /** Called with the rate at full speed. */
    void measured(double perSecond);

    /** Called with the result of a rate. */
    void measured(SweepPoint point);
}
