// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Staleness could not be measured. The message says why. */
public final class ProbeException extends IOException {
    private static final long serialVersionUID = 1;

    ProbeException(String message) {
        this(message, null);
    }

    ProbeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
