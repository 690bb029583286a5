// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import java.io.IOException;

/** There are no figures of a peer; the message says why. */
public final class PeerException extends IOException {
    private static final long serialVersionUID = 1;

    PeerException(String message) {
        super(message);
    }

    PeerException(String message, Throwable cause) {
        super(message, cause);
    }
}
