// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when a run cannot resume from a file of results; the message gives the reason. */
public final class ResultsException extends IOException {
    private static final long serialVersionUID = 1;

    ResultsException(String message) {
        this(message, null);
    }

    ResultsException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
