// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

/**
 * A reason why the node must not start. The message is one line for the operator: what is wrong,
 * with which value, and what to do.
 */
public final class Refusal extends Exception {
    /** The exit code of the process. */
    static final int EXIT_CODE = 3;

    private static final long serialVersionUID = 1L;

    Refusal(String message) {
        super(message);
    }

    Refusal(String message, Throwable cause) {
        super(message, cause);
    }
}
