// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jspecify.annotations.Nullable;

/**
 * Signals that a write to the device failed, or that the journal was closed. The journal takes no
 * more appends until it is opened again. Only recovery can determine whether the failed write
 * reached the flash.
 */
public final class JournalFailedException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** For implementations of {@link PendingAppend}. */
    public JournalFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    JournalFailedException(String message) {
        super(message);
    }
}
