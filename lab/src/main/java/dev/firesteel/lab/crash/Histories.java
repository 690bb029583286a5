// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.history.HistoryLog;
import dev.firesteel.lab.history.Linearizability;
import dev.firesteel.lab.history.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of histories of registers. Each run of clients adds a generation of {@link
 * HistoryLog}s, one a client, over registers of its own. A check adds a file with the last reads.
 */
final class Histories {
    /** The number of registers of a run: few, so that clients contend for each. */
    static final int REGISTERS = 20;

    private static final Pattern LOG = Pattern.compile("run-(\\d+)-\\d+\\.jsonl");
    private static final String CHECKED = "checked";
    private static final int MOST_FINDINGS = 5;

    /** The number of the client that reads each register at the end. */
    private static final int LAST_READER = -1;

    private final Path directory;

    Histories(Path directory) {
        this.directory = directory;
    }

    /**
     * A run of clients.
     *
     * @param firstKey the first of its registers
     * @param logs one for each client
     */
    record Run(long firstKey, List<HistoryLog> logs) {}

    /** Begins a run. */
    Run begin(int clients) throws IOException {
        Files.createDirectories(directory);
        long generation = 1 + files().stream().mapToLong(Histories::generation).max().orElse(0);
        List<HistoryLog> logs = new ArrayList<>();
        for (int i = 0; i < clients; i++)
            logs.add(
                    HistoryLog.create(
                            i, directory.resolve("run-%d-%d.jsonl".formatted(generation, i))));
        return new Run(generation * REGISTERS, logs);
    }

    /**
     * The result of a check.
     *
     * @param findings the first violations, in words
     */
    record Checked(HistoryCounts counts, List<String> findings) {
        static final Checked NOTHING = new Checked(HistoryCounts.NONE, List.of());
    }

    /** Reads a register. */
    @FunctionalInterface
    interface Reader {
        /** Returns the value; null if it is absent. */
        @Nullable Long read(long key);
    }

    /**
     * Checks the histories since the last check. Each ends with another read. The clients must have
     * ended. If one is violated, they stay unchecked: a campaign that was killed before its result
     * was written finds it again.
     */
    Checked check(Reader registers) throws IOException {
        List<Path> files = unchecked();
        Map<Long, List<Operation>> byKey = new TreeMap<>();
        for (Path file : files)
            for (Operation each : HistoryLog.read(file))
                byKey.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(each);
        int violated = 0;
        List<String> findings = new ArrayList<>();
        Map<Long, StringBuilder> lastReads = new TreeMap<>();
        for (Map.Entry<Long, List<Operation>> each : byKey.entrySet()) {
            long key = each.getKey();
            List<Operation> history = each.getValue();
            Operation last = lastRead(key, history, registers.read(key));
            history.add(last);
            lastReads
                    .computeIfAbsent(key / REGISTERS, generation -> new StringBuilder())
                    .append(JsonLine.of(last))
                    .append('\n');
            Optional<String> violation = Linearizability.violation(history);
            if (violation.isEmpty()) continue;
            if (violated++ < MOST_FINDINGS)
                findings.add("not linearizable: register %d, %s".formatted(key, violation.get()));
        }
        for (Map.Entry<Long, StringBuilder> each : lastReads.entrySet())
            Files.writeString(
                    directory.resolve("run-%d-end.jsonl".formatted(each.getKey())),
                    each.getValue());
        if (violated == 0) settle(files);
        return new Checked(new HistoryCounts(byKey.size(), violated), findings);
    }

    /** Returns a read that was called after every other operation had returned. */
    private static Operation lastRead(long key, List<Operation> history, @Nullable Long found) {
        long end = 0;
        for (Operation each : history) {
            Long returned = each.returnNanos();
            end = Math.max(end, returned == null ? each.callNanos() : returned);
        }
        return Operation.read(LAST_READER, key, end + 1).whenFound(found, end + 2);
    }

    /** Returns whether there are histories that were not checked. */
    boolean areOpen() throws IOException {
        return !unchecked().isEmpty();
    }

    private List<Path> unchecked() throws IOException {
        long checked =
                Files.exists(marker()) ? Long.parseLong(Files.readString(marker()).strip()) : 0;
        return files().stream().filter(file -> generation(file) > checked).toList();
    }

    private void settle(List<Path> files) throws IOException {
        if (files.isEmpty()) return;
        long last = files.stream().mapToLong(Histories::generation).max().orElseThrow();
        Path next = directory.resolve(CHECKED + ".next");
        Files.writeString(next, last + "\n");
        Files.move(next, marker(), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path marker() {
        return directory.resolve(CHECKED);
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(directory)) return List.of();
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> generation(file) > 0).sorted().toList();
        }
    }

    /** Returns the generation of a log, from 1; 0 for another file. */
    private static long generation(Path file) {
        Matcher matcher = LOG.matcher(String.valueOf(file.getFileName()));
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
