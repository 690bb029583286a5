// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;

/** The ledger cannot be trusted or used; the message says which file and why. */
public final class LedgerException extends IOException {
    private static final long serialVersionUID = 1;

    LedgerException(String message) {
        super(message);
    }
}
