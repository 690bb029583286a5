// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command line, split at spaces and run without a shell, as Cassandra does.
 *
 * @param text the command line
 */
record ExternalCommand(String text) {
    private static final Logger logger = LoggerFactory.getLogger(ExternalCommand.class);

    /** The file that takes the output; its name belongs to Firesteel. */
    static final String OUTPUT = "firesteel.output";

    private static final int SAID_BYTES = 1000;
    private static final int END_SECONDS = 5;

    /**
     * The end of a command.
     *
     * @param code the exit code
     * @param said the end of its output, after a colon; empty if there was none
     */
    record Outcome(int code, String said) {}

    /**
     * Runs the command, and waits until it has ended. Ends it, and the processes that it has
     * started, if the thread is interrupted.
     *
     * @param directory where a file takes the output meanwhile
     * @param consequence logged each minute while the command runs
     * @throws IOException if it cannot be run
     */
    Outcome run(Path directory, String consequence) throws IOException, InterruptedException {
        // A file: a pipe would stay open while any child process of the command runs.
        Path output = directory.resolve(OUTPUT);
        Files.deleteIfExists(output);
        Files.createFile(
                output,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Process process =
                    new ProcessBuilder(text.split(" ", -1))
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            await(process, consequence);
            return new Outcome(process.exitValue(), said(output));
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private void await(Process process, String consequence)
            throws IOException, InterruptedException {
        try {
            process.getOutputStream().close();
            for (int minutes = 1; !process.waitFor(1, TimeUnit.MINUTES); minutes++)
                logger.warn("'{}' has not ended after {} min; {}", text, minutes, consequence);
        } catch (InterruptedException e) {
            end(process);
            throw e;
        }
    }

    /** Ends the processes, also those that ignore the first signal. */
    private void end(Process process) throws InterruptedException {
        List<ProcessHandle> all =
                Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        logger.warn("'{}', process {}, has not ended, and is ended now", text, process.pid());
        all.forEach(ProcessHandle::destroy);
        if (process.waitFor(END_SECONDS, TimeUnit.SECONDS)
                && all.stream().noneMatch(ProcessHandle::isAlive)) return;
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** Returns the last {@link #SAID_BYTES} bytes of the output. */
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
