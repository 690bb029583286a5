// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.sweep;

import java.io.IOException;

/** A sweep cannot go on; the message says why. */
public final class SweepException extends IOException {
    private static final long serialVersionUID = 1;

    SweepException(String message) {
        super(message);
    }
}
