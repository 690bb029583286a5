// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;

/** A fault cannot be tried, or showed something that must not be; the message says what. */
public final class FaultException extends IOException {
    private static final long serialVersionUID = 1;

    FaultException(String message) {
        super(message);
    }
}
