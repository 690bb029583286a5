// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Signals a failed journal operation. The message contains what failed, the value, and the reason.
 */
public class JournalException extends IOException {
    private static final long serialVersionUID = 1L;

    JournalException(String message) {
        super(message);
    }

    JournalException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
