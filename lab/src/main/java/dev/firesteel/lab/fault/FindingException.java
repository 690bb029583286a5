// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.io.IOException;

/**
 * A node did what it must not do; the message says what. What merely could not be tried, or was
 * interrupted, is another exception: nobody has to look at that.
 */
public final class FindingException extends IOException {
    private static final long serialVersionUID = 1;

    /** A finding, in words. */
    public FindingException(String message) {
        super(message);
    }

    /** A finding, in words. */
    public FindingException(String message, Throwable cause) {
        super(message, cause);
    }
}
