// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of single results. Each is written as soon as it is complete, and an ended run resumes
 * from it. All have the same origin.
 *
 * @param <S> the settings that they depend on
 * @param <R> a result
 */
public final class ResultsFile<S extends Record, R extends Record> {
    /**
     * The required content of the file.
     *
     * @param run the experiment, in words, such as {@code matrix}
     * @param advice advice to users if the file has other content
     * @param kind of the lines
     * @param type of a result
     * @param origin of the measurements
     */
    public record Terms<S extends Record, R extends Record>(
            String run, String advice, String kind, Class<R> type, ResultLine.Origin<S> origin) {}

    /** The beginning of every line, which has the kind first. */
    private static final String BEGINNING = "{\"kind\":\"";

    private final Path path;
    private final Terms<S, R> terms;
    private final InstantSource clock;
    private final List<R> results;

    private ResultsFile(Path path, Terms<S, R> terms, InstantSource clock, List<R> results) {
        this.path = path;
        this.terms = terms;
        this.clock = clock;
        this.results = results;
    }

    /**
     * Creates or resumes a file. Removes a partial last line, which a killed program may have left.
     *
     * @param clock for the time of day
     * @throws ResultsException if the file holds anything else, or another run
     */
    public static <S extends Record, R extends Record> ResultsFile<S, R> open(
            Path path, Terms<S, R> terms, InstantSource clock) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) Files.createDirectories(parent);
        List<R> results = new ArrayList<>();
        if (Files.exists(path)) {
            String text = Files.readString(path);
            String whole = JsonLine.whole(text);
            int number = 0;
            for (String line : whole.lines().toList())
                results.add(comparable(path, ++number, line, terms));
            if (whole.length() < text.length() && !isBeginning(text.substring(whole.length())))
                throw foreign(path, number + 1, terms, null);
            JsonLine.leave(path, text);
        }
        return new ResultsFile<>(path, terms, clock, results);
    }

    private static <S extends Record, R extends Record> R comparable(
            Path path, int number, String text, Terms<S, R> terms) throws IOException {
        if (!text.startsWith(BEGINNING)) throw foreign(path, number, terms, null);
        ResultLine<S, R> line;
        try {
            line = JsonLine.read(text, terms.origin().settings().getClass(), terms.type());
        } catch (IOException e) {
            throw foreign(path, number, terms, e);
        }
        if (!terms.kind().equals(line.kind())) throw foreign(path, number, terms, null);
        if (!terms.origin().equals(line.origin()))
            throw new ResultsException(
                    "Line %d of %s is of another %s (%s): %s"
                            .formatted(number, path, terms.run(), line.origin(), terms.advice()));
        return line.result();
    }

    private static ResultsException foreign(
            Path path, int number, Terms<?, ?> terms, @Nullable IOException cause) {
        return new ResultsException(
                "Line %d of %s is not of a %s: %s"
                        .formatted(number, path, terms.run(), terms.advice()),
                cause);
    }

    /** Returns whether the text may be the partial line of a killed program. */
    private static boolean isBeginning(String rest) {
        return rest.startsWith(BEGINNING) || BEGINNING.startsWith(rest);
    }

    /** Adds a result, which was measured just now. */
    public void add(R result) throws IOException {
        ResultLine.Origin<S> origin = terms.origin();
        JsonLine.append(
                path,
                new ResultLine<>(
                        terms.kind(),
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
                        origin.firesteel(),
                        origin.cassandra(),
                        origin.machine(),
                        origin.settings(),
                        result));
        results.add(result);
    }

    /** Returns all results, in their order. */
    public List<R> results() {
        return List.copyOf(results);
    }
}
