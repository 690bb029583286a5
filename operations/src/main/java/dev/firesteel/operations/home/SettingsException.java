// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

/** Cassandra's files are not as they have to be to be changed: nothing was changed. */
public final class SettingsException extends Exception {
    private static final long serialVersionUID = 1;

    SettingsException(String message) {
        super(message);
    }
}
