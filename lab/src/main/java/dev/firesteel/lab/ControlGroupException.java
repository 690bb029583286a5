// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;

/** Thrown when nodes' resources cannot be limited; the message gives the reason. */
public final class ControlGroupException extends IOException {
    private static final long serialVersionUID = 1;

    ControlGroupException(String message) {
        super(message);
    }

    ControlGroupException(String message, Throwable cause) {
        super(message, cause);
    }
}
