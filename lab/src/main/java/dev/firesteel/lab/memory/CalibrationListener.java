// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;

/** Told how a calibration goes on. */
public interface CalibrationListener extends TrialListener {
    /**
     * A node is about to start.
     *
     * @param step which measurement, from 1
     */
    void starting(int step, Budget budget);

    /** A measurement is done, and written. */
    void measured(Calibration.Run run);
}
