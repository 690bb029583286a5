// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import java.io.IOException;

/** Thrown when there are no figures of a peer; the message gives the reason. */
public final class PeerException extends IOException {
    private static final long serialVersionUID = 1;

    PeerException(String message) {
        super(message);
    }

    PeerException(String message, Throwable cause) {
        super(message, cause);
    }
}
