// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when staleness could not be measured; the message gives the reason. */
public final class ProbeException extends IOException {
    private static final long serialVersionUID = 1;

    ProbeException(String message) {
        this(message, null);
    }

    ProbeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
