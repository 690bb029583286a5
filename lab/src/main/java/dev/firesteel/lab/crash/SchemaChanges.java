// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.mixed.Partition;
import dev.firesteel.lab.mixed.SchemaContents;
import dev.firesteel.lab.mixed.SchemaHistory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A directory of schema changes. Each run of clients adds a {@link LedgerLog}. */
final class SchemaChanges {
    private static final int MOST_FINDINGS = 10;

    private final Generations generations;

    SchemaChanges(Path directory) {
        this.generations = new Generations(directory, "log");
    }

    /** A run of the client. */
    record Run(long number, LedgerLog log) {}

    /** Begins a run. */
    Run begin() throws IOException {
        long number = generations.begin();
        return new Run(number, LedgerLog.create(generations.log(number, 0)));
    }

    /**
     * Checks the schema changes since the last check. The client must have ended. If there is a
     * finding, they stay unchecked.
     *
     * @param nodes reads the schemas of each node: the one that it uses, and the stored one
     * @param waits waits a moment for the schema to reach all nodes; returns false if it must have
     */
    Changes.Checked check(Supplier<List<SchemaContents>> nodes, BooleanSupplier waits)
            throws IOException {
        Collection<SchemaHistory> open = open().values();
        List<Partition.Finding> findings = judge(open, nodes.get());
        while (!findings.isEmpty() && waits.getAsBoolean()) findings = judge(open, nodes.get());
        if (findings.isEmpty()) generations.settle();
        long lost = findings.stream().filter(Partition.Finding::isLoss).count();
        int acknowledged = open.stream().mapToInt(SchemaHistory::acknowledged).sum();
        return new Changes.Checked(
                new ChangeCounts(0, 0, acknowledged, 0),
                lost,
                findings.size() - lost,
                findings.stream().map(Partition.Finding::text).limit(MOST_FINDINGS).toList());
    }

    private static List<Partition.Finding> judge(
            Collection<SchemaHistory> open, List<SchemaContents> nodes) {
        return open.stream()
                .flatMap(history -> nodes.stream().flatMap(node -> history.judge(node).stream()))
                .distinct()
                .toList();
    }

    private Map<Long, SchemaHistory> open() throws IOException {
        Map<Long, SchemaHistory> runs = new TreeMap<>();
        for (Path log : generations.unchecked()) LedgerLog.read(log, new Loader(runs));
        return runs;
    }

    /** Returns whether there are schema changes that were not checked. */
    boolean areOpen() throws IOException {
        return !generations.unchecked().isEmpty();
    }

    private record Loader(Map<Long, SchemaHistory> runs) implements LedgerLog.Reader {
        @Override
        public void attempted(long key, long seq) {
            runs.computeIfAbsent(key, SchemaHistory::new).attempt(seq);
        }

        @Override
        public void acknowledged(long key, long seq, boolean byAll) {
            Objects.requireNonNull(runs.get(key)).acknowledge(seq);
        }

        /** Does nothing: there are no readers. */
        @Override
        public void seen(long key, long seq) {}
    }
}
