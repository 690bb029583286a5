// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import java.io.IOException;

/** A matrix cannot be measured, or not go on; the message says why. */
public final class MatrixException extends IOException {
    private static final long serialVersionUID = 1;

    MatrixException(String message) {
        super(message);
    }

    MatrixException(String message, Throwable cause) {
        super(message, cause);
    }
}
