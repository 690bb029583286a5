// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import java.io.IOException;
import java.nio.file.Path;

/** Signals an invalid file of lifetimes. */
public final class BadLifetimesException extends IOException {
    BadLifetimesException(Path file, int line, String what) {
        super(line == 0 ? file + ": " + what : file + ", line " + line + ": " + what);
    }
}
