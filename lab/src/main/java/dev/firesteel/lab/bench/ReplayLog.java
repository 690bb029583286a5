// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the start and end of a node's replay from its log file.
 *
 * <p>Cassandra and Firesteel log different moments of a replay. The measurement therefore uses two
 * messages of Cassandra's own that every mode logs. The first is the opening of the last table, the
 * second the return of the commit log's recovery. Nearly all time between them is recovery:
 * reading, applying and flushing entries, and freeing the log's space.
 */
final class ReplayLog {
    private static final Pattern LINE =
            Pattern.compile(
                    "\\w+ +\\[main] (\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3})"
                            + " \\S+ - (.*)");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT);
    private static final Pattern OPENED = Pattern.compile("Initializing \\w+\\.\\w+");
    private static final Pattern COMMIT_LOG_REPLAYED =
            Pattern.compile("Log replay complete, (\\d+) replayed mutations.*");
    private static final Pattern JOURNAL_REPLAYED =
            Pattern.compile("Replayed the journal: .* (\\d+) changes to tables .*");

    /** Cassandra's next message after the recovery; it is also logged before. */
    private static final String RETURNED = "Populating token metadata from system tables";

    private static final double NANOS = 1e9;

    private final Path file;
    private final long bytesBefore;

    private ReplayLog(Path file, long bytesBefore) {
        this.file = file;
        this.bytesBefore = bytesBefore;
    }

    /** Starts at the file's current end, because earlier lines belong to an earlier run. */
    static ReplayLog of(Path file) throws IOException {
        return new ReplayLog(file, Files.exists(file) ? Files.size(file) : 0);
    }

    /** Parses the lines logged since then. */
    ReplayTimes read() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int from = bytesBefore > bytes.length ? 0 : (int) bytesBefore; // begun anew
        String text = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
        return parse(text.lines().toList(), file);
    }

    /**
     * Parses the lines of one start.
     *
     * @param file the file of the lines, for error messages
     */
    static ReplayTimes parse(List<String> lines, Path file) throws BenchException {
        Recovery recovery = new Recovery();
        for (String line : lines) {
            Matcher said = LINE.matcher(line);
            if (said.matches())
                recovery.note(LocalDateTime.parse(said.group(1), TIME), said.group(2));
        }
        return recovery.times(file);
    }

    private static final class Recovery {
        private @Nullable LocalDateTime began;
        private @Nullable LocalDateTime ended;
        private long mutations = -1;

        void note(LocalDateTime at, String message) {
            if (mutations < 0 && OPENED.matcher(message).matches()) began = at;
            else if (mutations < 0) mutations = replayed(message);
            else if (ended == null && message.equals(RETURNED)) ended = at;
        }

        private static long replayed(String message) {
            for (Pattern pattern : List.of(COMMIT_LOG_REPLAYED, JOURNAL_REPLAYED)) {
                Matcher replayed = pattern.matcher(message);
                if (replayed.matches()) return Long.parseLong(replayed.group(1));
            }
            return -1;
        }

        ReplayTimes times(Path file) throws BenchException {
            if (mutations < 0)
                throw new BenchException("The node has logged no replayed changes in " + file);
            if (began == null || ended == null)
                throw new BenchException(
                        "The node has not logged the beginning and end of its replay in " + file);
            return new ReplayTimes(Duration.between(began, ended).toNanos() / NANOS, mutations);
        }
    }
}
