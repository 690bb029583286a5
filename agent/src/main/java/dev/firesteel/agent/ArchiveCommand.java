// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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

    /** Programs that do nothing but make the target. */
    private static final Set<String> COPIERS = Set.of("ln", "link", "cp");

    /**
     * Runs the command, and waits until it has ended. {@code ln} and {@code cp -n} fail on a
     * segment that they archived before a crash: the same bytes under the same name count as
     * success. Of another program a target may be a place on the way, so its exit code alone
     * counts.
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
            if (code != 0 && !isArchived(file))
                throw new IOException("'" + command + "' ended with " + code + said(output));
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /**
     * Returns reasons why the command may not archive anything, which Cassandra would find with the
     * first segment only, or never.
     *
     * @param searchPath the directories with programs, as in the environment variable PATH
     */
    List<String> problems(String searchPath) {
        List<String> problems = new ArrayList<>();
        if (!text.contains("%path") && !text.contains("%name"))
            problems.add(
                    "it contains neither %path nor %name: it archives no particular segment, and"
                            + " each segment is deleted once it succeeds");
        String program = text.strip().split(" ", -1)[0];
        if (!isExecutable(program, searchPath))
            problems.add("there is no program " + program + " that this user may execute");
        return problems;
    }

    private boolean isArchived(Path file) throws IOException {
        Path program = Path.of(text.strip().split(" ", -1)[0]).getFileName();
        if (program == null || !COPIERS.contains(program.toString())) return false;
        for (Path target : targets(file.getFileName().toString()))
            if (Files.isRegularFile(target)
                    && !target.toAbsolutePath().equals(file.toAbsolutePath())
                    && Files.mismatch(target, file) == -1) return true;
        return false;
    }

    /** Returns whether the command names a target in a directory, or in one below it. */
    boolean writesInto(Path directory) {
        Path forbidden = directory.toAbsolutePath().normalize();
        return targets("name").stream()
                .anyMatch(target -> target.toAbsolutePath().normalize().startsWith(forbidden));
    }

    /**
     * Returns the paths that a segment's file of that name may be written to: each word with %name,
     * and the last one, which is the target of {@code ln} and {@code cp}.
     */
    private List<Path> targets(String name) {
        List<String> words = List.of(text.strip().split(" ", -1));
        String last = words.get(words.size() - 1);
        return words.stream()
                .skip(1)
                .filter(word -> word.contains("/") && !word.contains("%path"))
                .filter(word -> word.contains("%name") || word.equals(last))
                .map(word -> Path.of(word.replace("%name", name)))
                .map(path -> Files.isDirectory(path) ? path.resolve(name) : path)
                .toList();
    }

    private static boolean isExecutable(String program, String searchPath) {
        if (program.contains("/")) return isProgram(Path.of(program));
        return Stream.of(searchPath.split(File.pathSeparator, -1))
                .anyMatch(directory -> isProgram(Path.of(directory, program)));
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
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
