// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** There cannot be a drive like this; the message says why. */
public final class ImpossibleGeometryException extends IllegalArgumentException {
    /** Says why. */
    public ImpossibleGeometryException(String message) {
        super(message);
    }
}
