// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;

/** Thrown when a fault cannot be used; the message gives the reason. */
public final class FaultException extends IOException {
    private static final long serialVersionUID = 1;

    FaultException(String message) {
        super(message);
    }
}
