// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.io.IOException;

/** What was to be measurements is none, or cannot be fitted. */
public final class MeasurementsException extends IOException {
    private static final long serialVersionUID = 1;

    MeasurementsException(String message) {
        super(message);
    }
}
