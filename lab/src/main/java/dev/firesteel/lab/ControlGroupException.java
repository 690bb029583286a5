// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;

/** What nodes may use cannot be limited; the message says why. */
public final class ControlGroupException extends IOException {
    private static final long serialVersionUID = 1;

    ControlGroupException(String message) {
        super(message);
    }

    ControlGroupException(String message, Throwable cause) {
        super(message, cause);
    }
}
