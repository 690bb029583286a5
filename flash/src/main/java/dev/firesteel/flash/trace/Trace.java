// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.trace;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A recording of writes that can be read repeatedly. */
public interface Trace {
    /**
     * Reads the trace from its beginning to its end.
     *
     * @throws BadTraceException if it is invalid
     */
    void read(TraceHandler handler) throws IOException;

    /** Returns whether it records a device's addresses, not files that a file system places. */
    boolean isRaw();

    /**
     * Returns what the file left open and how it was read, for people: a sentence each. There may
     * be more once it was read.
     */
    default List<String> notes() {
        return List.of();
    }

    /**
     * Opens a trace, as {@link #of(Path, TraceOptions)} without options.
     *
     * @throws IOException if there is none
     */
    static Trace of(Path path) throws IOException {
        return of(path, TraceOptions.NONE);
    }

    /**
     * Opens a directory of parts written by {@code firesteel endurance record}, one of these parts,
     * or the trace of a device in one of the {@linkplain DeviceFormats known formats}. A file may
     * be compressed with gzip.
     *
     * @throws BadTraceException if it has no such format
     * @throws IOException if there is none
     */
    static Trace of(Path path, TraceOptions options) throws IOException {
        if (!Files.exists(path))
            throw new NoSuchFileException(path.toString(), null, missing(path));
        if (!Files.isDirectory(path) && !Files.isRegularFile(path))
            throw new BadTraceException(
                    path,
                    0,
                    "a trace is read several times, and this is a pipe or a device: give a file");
        if (!Files.isDirectory(path)) {
            if (!isPart(path)) return DeviceFormats.open(path, options);
            requireNone(path, options);
            return new RecordedTrace(List.of(path));
        }
        requireNone(path, options);
        List<Path> parts = parts(path);
        if (parts.isEmpty())
            throw new BadTraceException(path, 0, "it contains no trace-<number>.tsv");
        return new RecordedTrace(parts);
    }

    private static String missing(Path path) {
        return Files.exists(Path.of(path + ".blktrace.0"))
                ? "there are files of blktrace: run 'blkparse -i %s > %s.txt', and give its text"
                        .formatted(path, path)
                : "there is no such trace";
    }

    private static void requireNone(Path path, TraceOptions options) throws BadTraceException {
        DeviceFormats.requireNoTimeUnit(path, options);
        if (options.device() != null)
            throw new BadTraceException(
                    path, 0, "it is of files, not of devices: leave out --device");
    }

    private static List<Path> parts(Path directory) throws IOException {
        Pattern name = Pattern.compile("trace-[0-9]{10}\\.tsv");
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> name.matcher(file.getFileName().toString()).matches())
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
        }
    }

    private static boolean isPart(Path file) throws IOException {
        byte[] magic = RecordedTrace.MAGIC.getBytes(StandardCharsets.UTF_8);
        try (InputStream in = TraceInput.open(file)) {
            return new String(in.readNBytes(magic.length), StandardCharsets.UTF_8)
                    .equals(RecordedTrace.MAGIC);
        }
    }
}
