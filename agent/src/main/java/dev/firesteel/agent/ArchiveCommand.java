// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Options of these programs that name the directory of the target. */
    private static final String TARGET = "-t";

    private static final String LONG_TARGET = "--target-directory=";

    /** Words and characters that only a shell understands. */
    private static final Pattern SHELL =
            Pattern.compile("(?<= )(\\||\\|\\||&&|;|<|>|>>)(?= |$)|[$`]");

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
        else if (overwrites())
            problems.add(
                    "it has no %name, and its target is no directory: each segment replaces the one"
                            + " before it");
        String program = text.strip().split(" ", -1)[0];
        if (!isExecutable(program, searchPath))
            problems.add("there is no program " + program + " that this user may execute");
        problems.addAll(problemsWithoutShell());
        return problems;
    }

    /** Returns what a shell would understand, but the program gets as it is. */
    private List<String> problemsWithoutShell() {
        List<String> problems = new ArrayList<>();
        if (text.contains("\"") || text.contains("'"))
            problems.add(
                    "no shell runs it, and the program gets its quotes: write it without them");
        if (text.strip().contains("  "))
            problems.add(
                    "the program gets an empty word for each doubled blank: write single ones");
        Matcher shell = SHELL.matcher(text);
        if (shell.find())
            problems.add("no shell runs it, and it has '" + shell.group() + "': use a script");
        return problems;
    }

    /** Returns whether a known program writes every segment to one file. */
    private boolean overwrites() {
        String any = "any segment";
        List<Path> targets = targets(any);
        return isCopier()
                && !text.contains("%name")
                && !targets.isEmpty()
                && targets.stream().noneMatch(target -> target.endsWith(any));
    }

    private boolean isCopier() {
        Path program = Path.of(text.strip().split(" ", -1)[0]).getFileName();
        return program != null && COPIERS.contains(program.toString());
    }

    private boolean isArchived(Path file) throws IOException {
        if (!isCopier()) return false;
        for (Path target : targets(file.getFileName().toString()))
            if (Files.isRegularFile(target)
                    && !target.toAbsolutePath().equals(file.toAbsolutePath())
                    && Files.mismatch(target, file) == -1) return true;
        return false;
    }

    /** Returns whether the command names a target in a directory, or in one below it. */
    boolean writesInto(Path directory) {
        Path forbidden = withoutLinks(directory.toAbsolutePath().normalize());
        return targets("name").stream()
                .map(target -> withoutLinks(target.toAbsolutePath().normalize()))
                .anyMatch(target -> target.startsWith(forbidden));
    }

    /** Follows the links of a path whose last names may not exist yet. */
    private static Path withoutLinks(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            Path parent = path.getParent();
            Path name = path.getFileName();
            return parent == null || name == null ? path : withoutLinks(parent).resolve(name);
        }
    }

    /**
     * Returns the paths that a segment's file of that name may be written to: each word with %name,
     * the last one, which is the target of {@code ln} and {@code cp}, and what their option names.
     */
    private List<Path> targets(String name) {
        String[] words = text.strip().split(" ", -1);
        List<Path> targets = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            boolean isTold = words[i].startsWith(LONG_TARGET) || words[i - 1].equals(TARGET);
            String word = words[i].replace(LONG_TARGET, "");
            if (!word.contains("/") || word.contains("%path")) continue;
            if (!isTold && !word.contains("%name") && i < words.length - 1) continue;
            Path path = Path.of(word.replace("%name", name));
            targets.add(Files.isDirectory(path) ? path.resolve(name) : path);
        }
        return targets;
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
