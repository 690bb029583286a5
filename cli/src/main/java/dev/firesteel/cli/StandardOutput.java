// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The process's standard output. Remembers the first failure, which a printer would swallow. */
final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private @Nullable IOException failure;

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    /** Returns a printer in the encoding of the terminal, or else of the process. */
    PrintWriter printer() {
        String name = System.getProperty("stdout.encoding"); // owns settings
        if (name == null) name = System.getProperty("sun.stdout.encoding"); // owns settings
        boolean isKnown = name != null && Charset.isSupported(name);
        return new PrintWriter(
                this, true, isKnown ? Charset.forName(name) : Charset.defaultCharset());
    }

    /** Returns whether everything was written. */
    boolean isWhole() {
        return failure == null;
    }

    /** Returns the failure as a sentence; empty if there is none, or the reader closed the pipe. */
    Optional<String> problem() {
        if (failure == null || isClosedPipe(failure)) return Optional.empty();
        return Optional.of(
                "standard output cannot be written: %s. The result is not complete"
                        .formatted(failure.getMessage()));
    }

    private static boolean isClosedPipe(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.toLowerCase(Locale.ROOT).contains("broken pipe");
    }

    private void failed(IOException now) {
        if (failure == null) failure = now;
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failed(e);
        }
    }

    @Override
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            failed(e);
        }
    }
}
