// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;

/** A fault cannot be tried; the message says why. */
public final class FaultException extends IOException {
    private static final long serialVersionUID = 1;

    FaultException(String message) {
        super(message);
    }
}
