// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;

/** Thrown when a ledger is damaged or cannot be used; the message gives the file and the reason. */
public final class LedgerException extends IOException {
    private static final long serialVersionUID = 1;

    LedgerException(String message) {
        super(message);
    }
}
