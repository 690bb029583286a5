// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.Calibration;

/** Told how a calibration goes on. */
public interface CalibrationListener {
    /** Told about once a second while rows are loaded. */
    void loading(long rows, long of, double perSecond);

    /** The rows are there. */
    void loaded(long bytes);

    /**
     * A node is about to start.
     *
     * @param step which measurement, from 1
     */
    void starting(int step, Budget budget);

    /** Told about once a second while clients are at work: at what, and how fast. */
    void working(String at, double perSecond);

    /** A measurement is done, and written. */
    void measured(Calibration.Run run);
}
