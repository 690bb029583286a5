// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The command of {@code commitlog_archiving.properties} that archives a segment.
 *
 * @param text with %path for the segment's file, and %name for its name; split at spaces, as
 *     Cassandra does
 */
record ArchiveCommand(String text) {
    /**
     * Runs the command, and returns when it has ended.
     *
     * @throws IOException if it cannot be run, or says that it has failed
     */
    void run(Path file) throws IOException, InterruptedException {
        String command =
                text.replace("%name", file.getFileName().toString())
                        .replace("%path", file.toString());
        Process process =
                new ProcessBuilder(command.split(" ", -1)).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int code = process.waitFor();
        if (code == 0) return;
        throw new IOException(
                "'" + command + "' ended with " + code + (said.isEmpty() ? "" : ": " + said));
    }
}
