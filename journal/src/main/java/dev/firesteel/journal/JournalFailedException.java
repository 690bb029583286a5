// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import org.jspecify.annotations.Nullable;

/**
 * A write to the device failed, or the journal was closed. The journal takes no more appends until
 * it is opened again: whether the failed write reached the flash is unknown, and only recovery can
 * tell.
 */
public final class JournalFailedException extends JournalException {
    private static final long serialVersionUID = 1L;

    /** For who implements {@link PendingAppend}. */
    public JournalFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    JournalFailedException(String message) {
        super(message);
    }
}
