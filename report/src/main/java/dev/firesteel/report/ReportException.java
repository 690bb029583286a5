// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.io.IOException;

/** Signals that a file cannot be rendered; the message gives the file and the reason. */
public final class ReportException extends IOException {
    private static final long serialVersionUID = 1;

    ReportException(String message) {
        super(message);
    }
}
