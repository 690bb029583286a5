// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.io.IOException;

/** Signals measurements that are malformed or cannot be fitted. */
public final class MeasurementsException extends IOException {
    private static final long serialVersionUID = 1;

    MeasurementsException(String message) {
        super(message);
    }
}
