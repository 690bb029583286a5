// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The archive command of {@code commitlog_archiving.properties}.
 *
 * @param text the command line with %path for the segment's file and %name for its name; split at
 *     spaces, as Cassandra does
 */
record ArchiveCommand(String text) {
    private static final Logger logger = LoggerFactory.getLogger(ArchiveCommand.class);
    private static final int SAID_BYTES = 1000;

    /**
     * Runs the command, and waits until it has ended.
     *
     * @throws IOException if the command cannot be run, or its exit code is not 0
     */
    void run(Path file) throws IOException, InterruptedException {
        String command =
                text.strip()
                        .replace("%name", file.getFileName().toString())
                        .replace("%path", file.toString());
        // A file: a pipe would stay open while any child process of the command runs.
        Path output = file.resolveSibling("output");
        Files.deleteIfExists(output);
        Files.createFile(
                output,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            int code = run(command, output);
            if (code != 0)
                throw new IOException("'" + command + "' ended with " + code + said(output));
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static int run(String command, Path output) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command.split(" ", -1))
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        process.getOutputStream().close();
        for (int minutes = 1; !process.waitFor(1, TimeUnit.MINUTES); minutes++)
            logger.warn(
                    "'{}' has not ended after {} min; no other segment is archived until it ends",
                    command,
                    minutes);
        return process.exitValue();
    }

    /** Returns the last {@link #SAID_BYTES} bytes of the command's output. */
    private static String said(Path output) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(output.toFile(), "r")) {
            int length = (int) Math.min(file.length(), SAID_BYTES);
            byte[] end = new byte[length];
            file.seek(file.length() - length);
            file.readFully(end);
            String said = new String(end, StandardCharsets.UTF_8).strip();
            return said.isEmpty() ? "" : ": " + said;
        }
    }
}
