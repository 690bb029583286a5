// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

/** Signals that Cassandra's files are unsuitable for a change; nothing was changed. */
public final class SettingsException extends Exception {
    private static final long serialVersionUID = 1;

    SettingsException(String message) {
        super(message);
    }
}
