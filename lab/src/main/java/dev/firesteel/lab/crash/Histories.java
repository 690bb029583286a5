// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.history.HistoryLog;
import dev.firesteel.lab.history.Linearizability;
import dev.firesteel.lab.history.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of histories of registers. Each run of clients adds a generation of {@link
 * HistoryLog}s, one a client, over registers of its own. A check adds a file with the last reads.
 */
final class Histories {
    /** The number of registers of a run: few, so that clients contend for each. */
    static final int REGISTERS = 20;

    private static final int MOST_FINDINGS = 5;

    /** The number of the client that reads each register at the end. */
    private static final int LAST_READER = -1;

    private final Generations generations;

    Histories(Path directory) {
        this.generations = new Generations(directory, "jsonl");
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
        long generation = generations.begin();
        List<HistoryLog> logs = new ArrayList<>();
        for (int i = 0; i < clients; i++)
            logs.add(HistoryLog.create(i, generations.log(generation, i)));
        return new Run(generation * REGISTERS, logs);
    }

    /**
     * The result of a check.
     *
     * @param lost registers that too few replicas have as acknowledged
     * @param findings the first losses and violations, in words
     */
    record Checked(HistoryCounts counts, int lost, List<String> findings) {
        static final Checked NOTHING = new Checked(HistoryCounts.NONE, 0, List.of());
    }

    /** Reads a register at SERIAL. */
    @FunctionalInterface
    interface Reader {
        /** Returns the value, which all replicas have then; null if it is absent. */
        @Nullable Long read(long key);
    }

    /**
     * Checks the histories since the last check. Each ends with another read. Checks the replicas:
     * a quorum must have what was acknowledged since then, and each must have what was read before.
     * The clients must have ended. If there is a finding, the histories stay unchecked: a campaign
     * that was killed before its result was written finds it again.
     *
     * @param replicas what each replica had before the reads
     */
    Checked check(RegisterReplicas replicas, Reader registers) throws IOException {
        Map<Long, List<Operation>> byKey = new TreeMap<>();
        for (Path file : generations.unchecked())
            for (Operation each : HistoryLog.read(file))
                byKey.computeIfAbsent(each.key(), key -> new ArrayList<>()).add(each);
        List<String> losses = new ArrayList<>(lossesOfSettled(replicas));
        byKey.forEach((key, of) -> replicas.lossOfAcknowledged(key, of).ifPresent(losses::add));
        // A read of several replicas would repair what is lost on one of them.
        if (!losses.isEmpty() && replicas.values().size() > 1)
            return new Checked(
                    new HistoryCounts(byKey.size(), 0),
                    losses.size(),
                    losses.stream().limit(MOST_FINDINGS).toList());
        List<String> violations = new ArrayList<>();
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
            Linearizability.violation(history)
                    .map(text -> "not linearizable: register %d, %s".formatted(key, text))
                    .ifPresent(violations::add);
        }
        for (Map.Entry<Long, StringBuilder> each : lastReads.entrySet())
            Files.writeString(generations.end(each.getKey()), each.getValue());
        if (losses.isEmpty() && violations.isEmpty()) generations.settle();
        HistoryCounts counts = new HistoryCounts(byKey.size(), violations.size());
        Stream<String> findings =
                Stream.concat(
                        losses.stream().limit(MOST_FINDINGS),
                        violations.stream().limit(MOST_FINDINGS));
        return new Checked(counts, losses.size(), findings.toList());
    }

    /** Returns the losses of registers that the last checks have read. */
    private List<String> lossesOfSettled(RegisterReplicas replicas) throws IOException {
        List<String> losses = new ArrayList<>();
        for (long i = generations.lastChecked(); i > 0; i--) {
            if (!Files.exists(generations.end(i))) continue;
            for (Operation each : HistoryLog.read(generations.end(i)))
                replicas.lossOfSettled(each.key(), each.found()).ifPresent(losses::add);
        }
        return losses;
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
        return !generations.unchecked().isEmpty();
    }
}
