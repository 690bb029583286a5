// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a command that reads a drive. Replaced in tests. */
@FunctionalInterface
interface Tool {
    /** Ctrl-C is for this program, which still needs the output. */
    List<String> IGNORING_THE_TERMINAL =
            List.of("sh", "-c", "trap '' INT HUP QUIT; exec \"$@\"", "firesteel");

    int PATIENCE_SECONDS = 30;
    int NOT_FOUND = 127;

    /** The end of a command. */
    final class Output {
        private final int exitCode;
        private final byte[] bytes;
        private final String errors;

        Output(int exitCode, byte[] bytes, String errors) {
            this.exitCode = exitCode;
            this.bytes = bytes;
            this.errors = errors;
        }

        int exitCode() {
            return exitCode;
        }

        byte[] bytes() {
            return bytes;
        }

        String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }

        /** Returns the output if the command has succeeded; null otherwise. */
        byte @Nullable [] ifDone() {
            return exitCode == 0 ? bytes : null;
        }

        String reason() {
            return errors.isBlank() ? "exit code " + exitCode : errors.strip();
        }
    }

    /** Runs a command to its end. */
    Output run(List<String> command) throws IOException;

    /** Runs commands of this machine, for 30 s at most. */
    static Output ofThisMachine(List<String> command) throws IOException {
        Path bytes = Files.createTempFile("firesteel-", ".out");
        Path errors = Files.createTempFile("firesteel-", ".err");
        try {
            List<String> all = new ArrayList<>(IGNORING_THE_TERMINAL);
            all.addAll(command);
            Process process =
                    new ProcessBuilder(all)
                            .redirectOutput(bytes.toFile())
                            .redirectError(errors.toFile())
                            .start();
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("'" + String.join(" ", command) + "' does not end");
            }
            return new Output(
                    process.exitValue(),
                    Files.readAllBytes(bytes),
                    new String(Files.readAllBytes(errors), StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while '%s' runs".formatted(command.get(0)), e);
        } finally {
            Files.delete(bytes);
            Files.delete(errors);
        }
    }
}
