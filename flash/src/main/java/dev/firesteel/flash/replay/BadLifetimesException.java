// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import java.io.IOException;
import java.nio.file.Path;

/** A file that should say which lifetime belongs to what does not. */
public final class BadLifetimesException extends IOException {
    BadLifetimesException(Path file, int line, String what) {
        super(line == 0 ? file + ": " + what : file + ", line " + line + ": " + what);
    }
}
