// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/** Receives the progress of a comparison. */
public interface BenchListener {
    /**
     * Called before a node starts.
     *
     * @param step the number of the start, from 1
     * @param round its round, from 1
     */
    void starting(int step, int round, Mode mode, Workload workload, Placement placement);

    /** Called about once a second while clients run, with the phase and the rate. */
    void working(String at, double perSecond);

    /** Called once a measurement is done and written. */
    void measured(Measurement measurement);
}
