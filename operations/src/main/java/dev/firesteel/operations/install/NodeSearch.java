// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks for the process of a node that runs, by what it cannot hide: the class path of its command
 * line has Cassandra's jar or the configuration of this home on it, or it has a file of this commit
 * log open. Ports would tell of any node, and a file with a process's number of none that was
 * started by hand.
 *
 * @param processes where the kernel tells of them: /proc
 */
record NodeSearch(Path processes) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

    /** The node that uses these files, if one does. */
    OptionalLong find(Layout layout, Path commitLogDirectory) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(processes)) {
            all = files.filter(each -> NUMBER.matcher(name(each)).matches()).toList();
        }
        for (Path each : all)
            if (runs(each, layout) || writes(each, commitLogDirectory))
                return OptionalLong.of(Long.parseLong(name(each)));
        return OptionalLong.empty();
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static boolean runs(Path process, Layout layout) {
        List<String> words = words(process);
        if (!words.contains(MAIN)) return false;
        for (int i = 1; i < words.size(); i++) {
            boolean isClassPath =
                    List.of("-cp", "-classpath", "--class-path").contains(words.get(i - 1));
            if (!isClassPath) continue;
            for (String each : words.get(i).split(":", -1))
                if (isSame(process, each, layout.conf())
                        || isSame(process, each, layout.cassandra().file())) return true;
        }
        return false;
    }

    private static List<String> words(Path process) {
        try {
            String line = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
            return List.of(line.split("\0", -1));
        } catch (IOException e) {
            return List.of(); // it has ended
        }
    }

    /**
     * Whether a process means this file, as it sees files: from its own directory, and in its own
     * container. Where that is not to be known, an equal name is enough.
     */
    private static boolean isSame(Path process, String name, Path file) {
        if (name.isEmpty()) return false;
        try {
            Path path = Path.of(name);
            Path from = process.resolve(path.isAbsolute() ? "root" : "cwd");
            if (Files.isReadable(from)) {
                Path seen = from.resolve(path.isAbsolute() ? name.substring(1) : name);
                return Files.exists(seen) && Files.isSameFile(seen, file);
            }
            if (path.isAbsolute()) return Files.exists(path) && Files.isSameFile(path, file);
            return name(path).equals(name(file));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    /** A segment stays open as long as it is written to. */
    private static boolean writes(Path process, Path commitLogDirectory) {
        List<Path> open = new ArrayList<>();
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            for (Path each : files.toList()) open.add(Files.readSymbolicLink(each));
        } catch (IOException e) {
            return false; // it has ended, or belongs to somebody else
        }
        return open.stream()
                .anyMatch(
                        each ->
                                each.startsWith(commitLogDirectory)
                                        && name(each).startsWith("CommitLog-"));
    }
}
