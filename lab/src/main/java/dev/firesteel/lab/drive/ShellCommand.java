// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs a system command to its end. */
final class ShellCommand {
    private static final int PATIENCE_SECONDS = 60;

    private ShellCommand() {}

    /**
     * Runs a command and returns its output.
     *
     * @throws IOException if it fails; the message contains its output
     */
    static String run(String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("firesteel-", ".out");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            process.getOutputStream().close();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("'" + String.join(" ", command) + "' does not end");
            }
            String said = Files.readString(output, StandardCharsets.UTF_8).strip();
            if (process.exitValue() != 0)
                throw new IOException("'" + String.join(" ", command) + "' failed: " + said);
            return said;
        } finally {
            Files.delete(output);
        }
    }

    /** Returns whether there is such a command. */
    static boolean exists(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String folder : path.split(File.pathSeparator, -1))
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, name))) return true;
        return false;
    }
}
