// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;

/** Thrown when a comparison cannot go on; says why. Completed measurements are written. */
public final class BenchException extends IOException {
    private static final long serialVersionUID = 1;

    BenchException(String message) {
        super(message);
    }

    BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
