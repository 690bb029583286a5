// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;
import java.nio.file.Path;

/** Signals an invalid trace. */
public final class BadTraceException extends IOException {
    private final Path file;
    private final long line;

    /**
     * Creates the exception.
     *
     * @param line from 1; 0 if the file as a whole is wrong
     * @param what the problem
     */
    BadTraceException(Path file, long line, String what) {
        super((line == 0 ? file + ": " : file + ", line " + line + ": ") + printable(what));
        this.file = file;
        this.line = line;
    }

    /** Replaces unprintable characters: quoted text of an invalid file may go to a terminal. */
    private static String printable(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?");
    }

    /** Returns the file. */
    public Path file() {
        return file;
    }

    /** Returns the line, from 1; 0 if the file as a whole is wrong. */
    public long line() {
        return line;
    }
}
