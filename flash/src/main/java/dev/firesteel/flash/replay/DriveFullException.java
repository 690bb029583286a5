// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import java.io.IOException;

/** Signals that data does not fit on the drive; the message gives the size and the need. */
public final class DriveFullException extends IOException {
    DriveFullException(String message) {
        super(message);
    }

    static DriveFullException of(long drivePages, long usedPages, long neededPages, int pageBytes) {
        return new DriveFullException(
                ("the drive has %s, of which %s are in use, and %s more are needed: give a larger"
                                + " one, or less --filling")
                        .formatted(
                                Bytes.text(drivePages * pageBytes),
                                Bytes.text(usedPages * pageBytes),
                                Bytes.text(neededPages * pageBytes)));
    }
}
