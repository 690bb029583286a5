// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when a cluster could not be measured; the message gives the reason. */
public final class ScaleException extends IOException {
    private static final long serialVersionUID = 1;

    ScaleException(String message) {
        this(message, null);
    }

    ScaleException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
