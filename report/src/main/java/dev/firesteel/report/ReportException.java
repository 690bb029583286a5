// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report;

import java.io.IOException;

/** There is no report of that; the message says of what, and why. */
public final class ReportException extends IOException {
    private static final long serialVersionUID = 1;

    ReportException(String message) {
        super(message);
    }
}
