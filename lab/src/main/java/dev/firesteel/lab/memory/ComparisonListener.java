// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

/** Told how a comparison goes on. */
public interface ComparisonListener extends TrialListener {
    /**
     * A node is about to start.
     *
     * @param step which measurement, from 1
     * @param round its round, from 1
     */
    void starting(int step, int round, Division division);

    /** A measurement is done, and written. */
    void measured(ComparedRun run);
}
