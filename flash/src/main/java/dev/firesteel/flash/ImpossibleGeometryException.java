// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** Signals an impossible drive; the message gives the reason. */
public final class ImpossibleGeometryException extends IllegalArgumentException {
    /** Creates the exception with its reason. */
    public ImpossibleGeometryException(String message) {
        super(message);
    }
}
