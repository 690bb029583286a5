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
 * Finds the process of a running node. Its class path has Cassandra's jar or the configuration of
 * this home, or it has a file of this commit log open. Ports would match any node, and a PID file
 * would miss a node started by hand.
 *
 * @param processes the kernel's directory of processes, /proc
 */
record NodeSearch(Path processes) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final String MAIN = "org.apache.cassandra.service.CassandraDaemon";

    /** Returns the process of the node that uses these files, if any. */
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
     * Returns whether a name denotes this file for a process, in its own directory and container.
     * Without access to these, the path here counts, or for a relative one an equal file name.
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

    /** Returns whether a process has a segment open, as while it is written. */
    private static boolean writes(Path process, Path commitLogDirectory) {
        List<Path> open = new ArrayList<>();
        try (Stream<Path> files = Files.list(process.resolve("fd"))) {
            for (Path each : files.toList()) open.add(Files.readSymbolicLink(each));
        } catch (IOException e) {
            return false; // it has ended, or belongs to another user
        }
        return open.stream()
                .anyMatch(
                        each ->
                                each.startsWith(commitLogDirectory)
                                        && name(each).startsWith("CommitLog-"));
    }
}
