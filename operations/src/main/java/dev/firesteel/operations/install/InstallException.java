// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Signals that Firesteel cannot be installed or removed in the present state. */
public final class InstallException extends IOException {
    private static final long serialVersionUID = 1;

    InstallException(String message) {
        super(message);
    }

    InstallException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
