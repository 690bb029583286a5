// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The process's standard output. Remembers the first failure, which printers swallow, and drops
 * what follows it.
 */
final class StandardOutput extends OutputStream {
    /** The message of a pipe whose reader has ended: it has read enough. */
    private static final String CLOSED_PIPE = "Broken pipe";

    private final OutputStream out;
    private @Nullable IOException failure;

    StandardOutput(OutputStream out) {
        this.out = out;
    }

    /** Returns whether everything was written. */
    boolean isWhole() {
        return failure == null;
    }

    /** Returns the failure as a sentence; empty if there is none, or the reader has ended. */
    Optional<String> problem() {
        if (failure == null || CLOSED_PIPE.equals(failure.getMessage())) return Optional.empty();
        return Optional.of(
                "standard output cannot be written: %s. The result is not complete"
                        .formatted(failure.getMessage()));
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (failure != null) return;
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = e;
        }
    }

    @Override
    public void flush() {
        if (failure != null) return;
        try {
            out.flush();
        } catch (IOException e) {
            failure = e;
        }
    }
}
