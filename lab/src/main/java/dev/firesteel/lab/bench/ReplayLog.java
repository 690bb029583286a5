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
 * Reads from a node's log of messages when its replay began and ended.
 *
 * <p>Cassandra and Firesteel speak of different moments of a replay. So it is measured between two
 * that are Cassandra's own in every mode: the last table was opened, and the recovery of the commit
 * log has returned. In between there is nothing worth mentioning but the recovery: what is read,
 * applied and flushed, and the log's space being freed.
 */
final class ReplayLog {
    private static final Pattern LINE =
            Pattern.compile(
                    "\\w+ +\\[main] (\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}) \\S+ - (.*)");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT);
    private static final Pattern OPENED = Pattern.compile("Initializing \\w+\\.\\w+");
    private static final Pattern COMMIT_LOG_REPLAYED =
            Pattern.compile("Log replay complete, (\\d+) replayed mutations.*");
    private static final Pattern JOURNAL_REPLAYED =
            Pattern.compile("Replayed the journal: .* (\\d+) changes to tables .*");

    /** What Cassandra does next after the recovery; it does so before, too. */
    private static final String RETURNED = "Populating token metadata from system tables";

    private static final double NANOS = 1e9;

    private final Path file;
    private final long bytesBefore;

    private ReplayLog(Path file, long bytesBefore) {
        this.file = file;
        this.bytesBefore = bytesBefore;
    }

    /** Listens from now on: what the file holds already is of an earlier run. */
    static ReplayLog of(Path file) throws IOException {
        return new ReplayLog(file, Files.exists(file) ? Files.size(file) : 0);
    }

    /** What was said since then. */
    ReplayTimes read() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int from = bytesBefore > bytes.length ? 0 : (int) bytesBefore; // begun anew
        String text = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
        return parse(text.lines().toList(), file);
    }

    /**
     * Of the lines of one start.
     *
     * @param file where they are from, for who has to look there
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
                throw new BenchException(
                        "The node has replayed nothing, or does not say so in " + file);
            if (began == null || ended == null)
                throw new BenchException(
                        "The node does not say when its replay began and ended in " + file);
            return new ReplayTimes(Duration.between(began, ended).toNanos() / NANOS, mutations);
        }
    }
}
