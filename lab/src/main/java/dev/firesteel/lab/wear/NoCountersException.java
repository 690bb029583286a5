// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import java.io.IOException;

/** Thrown for a drive whose counters cannot be read, or do not suffice; the message says why. */
public final class NoCountersException extends IOException {
    private static final long serialVersionUID = 1;

    NoCountersException(String message) {
        super(message);
    }

    NoCountersException(String message, Throwable cause) {
        super(message, cause);
    }
}
