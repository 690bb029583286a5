// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import java.io.IOException;

/** A calibration cannot go on; the message says why. What was measured is written. */
public final class CalibrationException extends IOException {
    private static final long serialVersionUID = 1;

    CalibrationException(String message) {
        super(message);
    }

    CalibrationException(String message, Throwable cause) {
        super(message, cause);
    }
}
