// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

/** Receives the progress of measurements of memory splits. */
public interface TrialListener {
    /** Called about once a second while rows are loaded. */
    void loading(long rows, long of, double perSecond);

    /** Called once the rows are loaded. */
    void loaded(long bytes);

    /** Called about once a second while clients run, with the phase and the rate. */
    void working(String at, double perSecond);

    /** Called when a node is measured although its rate was not in steady state after warm-up. */
    void unsettled();
}
