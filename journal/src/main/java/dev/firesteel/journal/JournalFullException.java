// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * Signals that no space came free within {@link JournalOptions#fullWait()}. Nothing was written.
 * The append can be retried once segments have been released.
 */
public final class JournalFullException extends JournalException {
    private static final long serialVersionUID = 1L;

    JournalFullException(String message) {
        super(message);
    }
}
