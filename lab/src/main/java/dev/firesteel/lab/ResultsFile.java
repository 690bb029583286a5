// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The file to which single results go, as soon as they are there, and from which a run that was
 * ended goes on.
 *
 * @param <L> a line of it
 */
public final class ResultsFile<L extends Record> {
    /**
     * What may be in it.
     *
     * @param run what lines are of, in words, such as {@code matrix}
     * @param advice what to do about a file that is of something else
     * @param type of a line
     * @param origin where figures come from: those of different origin are not to stand beside each
     *     other; null for those of something else
     * @param expected that of what is to be measured
     */
    public record Terms<L extends Record>(
            String run,
            String advice,
            Class<L> type,
            Function<L, ? extends @Nullable Object> origin,
            Object expected) {}

    /** Of every line: what it is is said first. */
    private static final String BEGINNING = "{\"kind\":\"";

    private final Path path;
    private final List<L> lines;

    private ResultsFile(Path path, List<L> lines) {
        this.path = path;
        this.lines = lines;
    }

    /**
     * Begins a file, or goes on with one. A program that was killed may have left a part of a line:
     * that goes.
     *
     * @throws ResultsException if the file holds anything else, or another run
     */
    public static <L extends Record> ResultsFile<L> open(Path path, Terms<L> terms)
            throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) Files.createDirectories(parent);
        List<L> lines = new ArrayList<>();
        if (Files.exists(path)) {
            String text = Files.readString(path);
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            int number = 0;
            for (String line : whole.lines().toList())
                lines.add(comparable(path, ++number, line, terms));
            if (!isBeginning(text.substring(whole.length())))
                throw foreign(path, number + 1, terms, null);
            cut(path, whole.getBytes(StandardCharsets.UTF_8).length);
        }
        return new ResultsFile<>(path, lines);
    }

    private static <L extends Record> L comparable(
            Path path, int number, String text, Terms<L> terms) throws IOException {
        L line;
        try {
            line = JsonLine.read(text, terms.type());
        } catch (IOException e) {
            throw foreign(path, number, terms, e);
        }
        Object origin = terms.origin().apply(line);
        if (origin == null) throw foreign(path, number, terms, null);
        if (!terms.expected().equals(origin))
            throw new ResultsException(
                    "Line %d of %s is of another %s (%s): %s"
                            .formatted(number, path, terms.run(), origin, terms.advice()));
        return line;
    }

    private static ResultsException foreign(
            Path path, int number, Terms<?> terms, @Nullable IOException cause) {
        return new ResultsException(
                "Line %d of %s is not of a %s: %s"
                        .formatted(number, path, terms.run(), terms.advice()),
                cause);
    }

    /** Whether it may be what a program that was killed has left of a line. */
    private static boolean isBeginning(String rest) {
        return rest.startsWith(BEGINNING) || BEGINNING.startsWith(rest);
    }

    private static void cut(Path path, long bytes) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.truncate(bytes);
        }
    }

    /** Adds one. */
    public void add(L line) throws IOException {
        JsonLine.append(path, line);
        lines.add(line);
    }

    /** All there are, in the order in which they came. */
    public List<L> lines() {
        return List.copyOf(lines);
    }
}
