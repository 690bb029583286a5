// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The archive command of {@code commitlog_archiving.properties}.
 *
 * @param text the command line with %path for the segment's file and %name for its name; split at
 *     spaces, as Cassandra does
 */
record ArchiveCommand(String text) {
    /** Programs that do nothing but make the target. */
    private static final Set<String> COPIERS = Set.of("ln", "link", "cp");

    /**
     * Runs the command, and waits until it has ended. Ends it, and the processes that it has
     * started, if the thread is interrupted. {@code ln} and {@code cp -n} fail on a segment that
     * they archived before a crash: the same bytes under the same name count as success. Of another
     * program a target may be a place on the way, so its exit code alone counts.
     *
     * @throws IOException if the command cannot be run, or its exit code is not 0
     */
    void run(Path file) throws IOException, InterruptedException {
        String command =
                text.strip()
                        .replace("%name", file.getFileName().toString())
                        .replace("%path", file.toString());
        ExternalCommand.Outcome outcome =
                new ExternalCommand(command)
                        .run(file.resolveSibling(""), "no other segment is archived until it ends");
        if (outcome.code() != 0 && !isArchived(file))
            throw new IOException(
                    "'" + command + "' ended with " + outcome.code() + outcome.said());
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
}
