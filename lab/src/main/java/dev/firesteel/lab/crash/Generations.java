// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A directory of logs. Each run of clients adds a generation of them, one a client. A check of the
 * generations since the last one adds a file with what it has read, and is marked when it is
 * complete.
 */
final class Generations {
    private static final String CHECKED = "checked";

    private final Path directory;
    private final String extension;
    private final Pattern name;

    /**
     * Creates the object; the directory need not exist.
     *
     * @param extension of the logs, without the dot
     */
    Generations(Path directory, String extension) {
        this.directory = directory;
        this.extension = extension;
        this.name = Pattern.compile("run-(\\d+)-\\d+\\." + extension);
    }

    /** Begins a generation. Returns its number, from 1. */
    long begin() throws IOException {
        Files.createDirectories(directory);
        return 1 + newest();
    }

    /** Returns the log of a client. */
    Path log(long generation, int client) {
        return directory.resolve("run-%d-%d.%s".formatted(generation, client, extension));
    }

    /** Returns the file with what a check of a generation has read. */
    Path end(long generation) {
        return directory.resolve("run-%d-end.jsonl".formatted(generation));
    }

    /** Returns the logs that were not checked. */
    List<Path> unchecked() throws IOException {
        long checked = lastChecked();
        return logs().stream().filter(log -> generation(log) > checked).toList();
    }

    /** Returns the last generation that was checked, or 0. */
    long lastChecked() throws IOException {
        return Files.exists(marker()) ? Long.parseLong(Files.readString(marker()).strip()) : 0;
    }

    /** Marks all generations as checked. */
    void settle() throws IOException {
        if (newest() == 0) return;
        Path next = directory.resolve(CHECKED + ".next");
        Files.writeString(next, newest() + "\n");
        Files.move(next, marker(), StandardCopyOption.ATOMIC_MOVE);
    }

    private long newest() throws IOException {
        return logs().stream().mapToLong(this::generation).max().orElse(0);
    }

    private Path marker() {
        return directory.resolve(CHECKED);
    }

    private List<Path> logs() throws IOException {
        if (!Files.isDirectory(directory)) return List.of();
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> generation(file) > 0).sorted().toList();
        }
    }

    /** Returns the generation of a log, from 1; 0 for another file. */
    private long generation(Path file) {
        Matcher matcher = name.matcher(String.valueOf(file.getFileName()));
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
