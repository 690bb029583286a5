// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;

/**
 * Thrown when a node misbehaved; the message gives details. Faults that could not be used, and
 * interruptions, throw other exceptions, which need no inspection.
 */
public final class FindingException extends IOException {
    private static final long serialVersionUID = 1;

    /** Creates a finding, in words. */
    public FindingException(String message) {
        super(message);
    }

    /** Creates a finding, in words. */
    public FindingException(String message, Throwable cause) {
        super(message, cause);
    }
}
