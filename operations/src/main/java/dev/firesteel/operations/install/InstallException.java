// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Firesteel cannot be installed, or taken away, as things are: nothing was changed. */
public final class InstallException extends IOException {
    private static final long serialVersionUID = 1;

    InstallException(String message) {
        super(message);
    }

    InstallException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
