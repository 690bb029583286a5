// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of a trace: one is being written, older ones are kept while there is room. */
final class TraceParts implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("trace-(\\d{10})\\.tsv");
    private static final int PARTS = 8;

    private final Path directory;
    private final long maxBytes;
    private @Nullable BufferedWriter part;
    private long partBytes;

    /**
     * Does nothing yet.
     *
     * @param maxBytes the maximum total size of the parts; one part is always kept
     */
    TraceParts(Path directory, long maxBytes) {
        this.directory = directory;
        this.maxBytes = maxBytes;
    }

    /** Returns the highest file number in the existing parts, or 0. */
    long highestFile() throws IOException {
        long highest = 0;
        for (Path old : existing().values())
            try (Stream<String> lines = Files.lines(old)) {
                highest = Math.max(highest, lines.mapToLong(TraceParts::file).max().orElse(0));
            }
        return highest;
    }

    private static long file(String line) {
        String[] fields = line.split("\t", 4);
        try {
            return fields.length < 3 || line.startsWith("firesteel-trace")
                    ? 0
                    : Long.parseLong(fields[2]);
        } catch (NumberFormatException e) {
            return 0; // a line truncated by a crash
        }
    }

    /** Starts a part, and deletes the oldest parts while they are too large together. */
    void begin() throws IOException {
        close();
        Files.createDirectories(directory);
        NavigableMap<Long, Path> existing = existing();
        long number = existing.isEmpty() ? 1 : existing.lastKey() + 1;
        Path next = directory.resolve("trace-%010d.tsv".formatted(number));
        part = Files.newBufferedWriter(next, StandardOpenOption.CREATE_NEW);
        partBytes = 0;
        prune(existing);
    }

    private void prune(NavigableMap<Long, Path> old) throws IOException {
        long bytes = maxBytes / PARTS; // for the new part
        for (Path path : old.values()) bytes += Files.size(path);
        for (Path path : old.values()) {
            if (bytes <= maxBytes) return;
            bytes -= Files.size(path);
            Files.delete(path);
        }
    }

    private NavigableMap<Long, Path> existing() throws IOException {
        NavigableMap<Long, Path> parts = new TreeMap<>();
        if (!Files.isDirectory(directory)) return parts;
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(
                    file -> {
                        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
                        if (name.matches()) parts.put(Long.parseLong(name.group(1)), file);
                    });
        }
        return parts;
    }

    /** Writes a line to the current part. */
    void write(Object... fields) throws IOException {
        if (part == null) return;
        StringBuilder line = new StringBuilder();
        for (Object field : fields) line.append(line.isEmpty() ? "" : "\t").append(field);
        part.append(line.append('\n'));
        partBytes += line.length();
    }

    /** Returns whether the current part is full. */
    boolean isFull() {
        return partBytes >= maxBytes / PARTS;
    }

    /** Excludes the lines so far from the size of the part. */
    void ignoreSoFar() {
        partBytes = 0;
    }

    void flush() throws IOException {
        if (part != null) part.flush();
    }

    @Override
    public void close() throws IOException {
        if (part != null) part.close();
        part = null;
    }
}
