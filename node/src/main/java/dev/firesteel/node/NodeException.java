// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Signals a failed operation on a node. The message contains what failed, why, and what to do. */
public final class NodeException extends IOException {
    private static final long serialVersionUID = 1L;

    NodeException(String message) {
        super(message);
    }

    NodeException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
