// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A cluster could not be measured. The message says why. */
public final class ScaleException extends IOException {
    private static final long serialVersionUID = 1;

    ScaleException(String message) {
        this(message, null);
    }

    ScaleException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
