// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file of results cannot be gone on with; the message says why. */
public final class ResultsException extends IOException {
    private static final long serialVersionUID = 1;

    ResultsException(String message) {
        this(message, null);
    }

    ResultsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
