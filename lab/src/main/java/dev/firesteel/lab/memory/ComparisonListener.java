// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

/** Receives the progress of a comparison. */
public interface ComparisonListener extends TrialListener {
    /**
     * Called before a node starts.
     *
     * @param step the number of the measurement, from 1
     * @param round its round, from 1
     */
    void starting(int step, int round, Division division);

    /** Called once a measurement is done and written. */
    void measured(ComparedRun run);
}
