// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;
import java.nio.file.Path;

/** A trace cannot be what it claims to be. */
public final class BadTraceException extends IOException {
    private final Path file;
    private final long line;

    /**
     * Makes the exception.
     *
     * @param line from 1; 0 if the file as a whole is wrong
     * @param what is wrong
     */
    BadTraceException(Path file, long line, String what) {
        super((line == 0 ? file + ": " : file + ", line " + line + ": ") + printable(what));
        this.file = file;
        this.line = line;
    }

    /** What is quoted of a file that is no trace may be anything, and goes to a terminal. */
    private static String printable(String text) {
        return text.replaceAll("[^\\x20-\\x7e]", "?");
    }

    /** In which file. */
    public Path file() {
        return file;
    }

    /** In which line, from 1; 0 if the file as a whole is wrong. */
    public long line() {
        return line;
    }
}
