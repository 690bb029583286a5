// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import java.io.IOException;

/** Thrown when a matrix cannot be measured, or cannot go on; the message gives the reason. */
public final class MatrixException extends IOException {
    private static final long serialVersionUID = 1;

    MatrixException(String message) {
        super(message);
    }

    MatrixException(String message, Throwable cause) {
        super(message, cause);
    }
}
