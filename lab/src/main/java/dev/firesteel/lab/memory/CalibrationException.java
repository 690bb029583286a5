// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import java.io.IOException;

/** Thrown when a calibration cannot go on; says why. Completed measurements are written. */
public final class CalibrationException extends IOException {
    private static final long serialVersionUID = 1;

    CalibrationException(String message) {
        super(message);
    }

    CalibrationException(String message, Throwable cause) {
        super(message, cause);
    }
}
