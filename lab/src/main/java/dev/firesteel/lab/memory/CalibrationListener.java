// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;

/** Receives the progress of a calibration. */
public interface CalibrationListener extends TrialListener {
    /**
     * Called before a node starts.
     *
     * @param step the number of the measurement, from 1
     */
    void starting(int step, Budget budget);

    /** Called once a measurement is done and written. */
    void measured(Calibration.Run run);
}
