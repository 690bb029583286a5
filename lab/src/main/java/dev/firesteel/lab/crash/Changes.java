// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.mixed.Contents;
import dev.firesteel.lab.mixed.Partition;
import dev.firesteel.lab.mixed.ViewRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A directory of changes of every kind. Each run of clients has partitions of its own, and adds a
 * generation of {@link LedgerLog}s, one a client. A check adds a file with what it has read.
 */
final class Changes {
    /** The number of partitions of a run: few, so that each is changed often. */
    static final int PARTITIONS = 100;

    /** The earlier generations that a check reads again. */
    private static final int READ_AGAIN = 10;

    private static final int MOST_FINDINGS = 10;

    private final Generations generations;

    Changes(Path directory) {
        this.generations = new Generations(directory, "log");
    }

    /**
     * A client of a run.
     *
     * @param keys its partitions
     */
    record Client(List<Long> keys, LedgerLog log) {}

    /** Begins a run. */
    List<Client> begin(int clients) throws IOException {
        long generation = generations.begin();
        List<Client> begun = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            int client = i;
            List<Long> keys =
                    LongStream.range(generation * PARTITIONS, (generation + 1) * PARTITIONS)
                            .filter(key -> key % clients == client)
                            .boxed()
                            .toList();
            begun.add(new Client(keys, LedgerLog.create(generations.log(generation, client))));
        }
        return begun;
    }

    /**
     * The result of a check.
     *
     * @param lost cells, counters and index entries that are older than acknowledged, or missing;
     *     schema changes
     * @param phantom cells and counters with a value that was not written
     * @param findings the first of all problems, in words
     */
    record Checked(ChangeCounts counts, long lost, long phantom, List<String> findings) {
        static final Checked NOTHING = new Checked(ChangeCounts.NONE, 0, 0, List.of());
    }

    /** Reads partitions. */
    interface Reader {
        /** Reads one at the clients' consistency level. */
        Contents read(long key);

        /** Reads one from all replicas, which have the same afterwards. */
        Contents readAndRepair(long key);

        /** Returns what an index has otherwise than the partition read, in words. */
        Optional<String> indexError(long key, Contents read);
    }

    /** Reads the materialized view of partitions. */
    interface View {
        /** Returns whether a partition is in the table of the view. */
        boolean has(long key);

        /**
         * Reads all rows that the view of a partition may have.
         *
         * @param attempted the number of its changes
         */
        List<ViewRow> read(long key, int attempted);

        /**
         * Waits a moment for updates of the view, which may come later than those of the partition.
         * Returns false if they must have come.
         */
        boolean waits();
    }

    /**
     * A partition that a check has read.
     *
     * @param contents the same on all replicas since then
     * @param attempted the number of its changes; 0 in older files
     */
    record LastRead(long key, Contents contents, int attempted) {}

    /** Returns the partitions that a check compares. */
    Set<Long> keys() throws IOException {
        Set<Long> keys = new HashSet<>(open().keySet());
        for (LastRead each : settled()) keys.add(each.key());
        return keys;
    }

    /**
     * Checks the changes since the last check. The clients must have ended. If there is a finding,
     * they stay unchecked: a campaign that was killed before its result was written finds it again.
     *
     * @param replicas the partitions of {@link #keys} that each replica had before this call
     */
    Checked check(List<Map<Long, Contents>> replicas, Reader reader, View view) throws IOException {
        Map<Long, Partition> open = open();
        List<LastRead> settled = settled();
        List<Partition.Finding> findings = new ArrayList<>();
        for (LastRead each : settled)
            for (Map<Long, Contents> replica : replicas)
                if (!each.contents().equals(replica.get(each.key())))
                    findings.add(changed(each, replica));
        open.forEach((key, partition) -> findings.addAll(judge(key, partition, replicas)));
        // A read of several replicas would repair what is lost on one of them.
        if (findings.isEmpty() || replicas.size() == 1)
            open.forEach((key, partition) -> findings.addAll(judge(key, partition, reader)));
        List<String> viewErrors =
                findings.isEmpty() ? viewErrors(open, settled, reader, view) : List.of();
        if (findings.isEmpty() && viewErrors.isEmpty()) settle(open, reader);
        int attempted = open.values().stream().mapToInt(Partition::attempted).sum();
        int acknowledged = open.values().stream().mapToInt(Partition::acknowledged).sum();
        long lost = findings.stream().filter(Partition.Finding::isLoss).count();
        return new Checked(
                new ChangeCounts(attempted, acknowledged, 0, viewErrors.size()),
                lost,
                findings.size() - lost,
                Stream.concat(findings.stream().map(Partition.Finding::text), viewErrors.stream())
                        .limit(MOST_FINDINGS)
                        .toList());
    }

    /**
     * Returns the partitions whose view differs, in words. A read of all replicas first repairs the
     * partition: its view is compared with what the replicas have together.
     */
    private static List<String> viewErrors(
            Map<Long, Partition> open, List<LastRead> settled, Reader reader, View view) {
        List<String> errors = new ArrayList<>();
        open.forEach(
                (key, partition) ->
                        viewError(key, partition.attempted(), () -> reader.readAndRepair(key), view)
                                .ifPresent(errors::add));
        for (LastRead each : settled)
            viewError(each.key(), each.attempted(), each::contents, view).ifPresent(errors::add);
        return errors;
    }

    private static Optional<String> viewError(
            long key, int attempted, Supplier<Contents> base, View view) {
        if (attempted == 0 || !view.has(key)) return Optional.empty();
        while (true) {
            Optional<String> error = ViewRow.error(key, base.get(), view.read(key, attempted));
            if (error.isEmpty() || !view.waits()) return error;
        }
    }

    private static Partition.Finding changed(LastRead last, Map<Long, Contents> replica) {
        return new Partition.Finding(
                true,
                "lost on a replica: partition %d, settled %s, read %s"
                        .formatted(last.key(), last.contents(), replica.get(last.key())));
    }

    private static List<Partition.Finding> judge(
            long key, Partition partition, List<Map<Long, Contents>> replicas) {
        List<Contents> own = new ArrayList<>();
        for (Map<Long, Contents> each : replicas) own.add(Objects.requireNonNull(each.get(key)));
        List<Partition.Finding> findings = new ArrayList<>(partition.judgeQuorum(own));
        for (Contents each : own) findings.addAll(partition.judgeReplica(each));
        return findings;
    }

    private static List<Partition.Finding> judge(long key, Partition partition, Reader reader) {
        Contents read = reader.read(key);
        List<Partition.Finding> findings = new ArrayList<>(partition.judge(read));
        // A batch that is completed meanwhile changes the index.
        if (partition.hasOpenBatch()) return findings;
        reader.indexError(key, read)
                .ifPresent(text -> findings.add(new Partition.Finding(true, text)));
        return findings;
    }

    /** Marks the changes as checked. A batch may be completed later: its partition may change. */
    private void settle(Map<Long, Partition> open, Reader reader) throws IOException {
        Map<Long, StringBuilder> ends = new TreeMap<>();
        for (Map.Entry<Long, Partition> each : open.entrySet()) {
            if (each.getValue().hasOpenBatch()) continue;
            long key = each.getKey();
            LastRead last =
                    new LastRead(key, reader.readAndRepair(key), each.getValue().attempted());
            ends.computeIfAbsent(key / PARTITIONS, generation -> new StringBuilder())
                    .append(JsonLine.of(last))
                    .append('\n');
        }
        for (Map.Entry<Long, StringBuilder> each : ends.entrySet())
            Files.writeString(generations.end(each.getKey()), each.getValue());
        generations.settle();
    }

    private Map<Long, Partition> open() throws IOException {
        Map<Long, Partition> partitions = new TreeMap<>();
        for (Path log : generations.unchecked()) LedgerLog.read(log, new Loader(partitions));
        return partitions;
    }

    private List<LastRead> settled() throws IOException {
        List<LastRead> settled = new ArrayList<>();
        long last = generations.lastChecked();
        for (long i = last; i > Math.max(0, last - READ_AGAIN); i--) {
            if (!Files.exists(generations.end(i))) continue;
            for (String line : Files.readAllLines(generations.end(i)))
                settled.add(JsonLine.read(line, LastRead.class));
        }
        return settled;
    }

    /** Returns whether there are changes that were not checked. */
    boolean areOpen() throws IOException {
        return !generations.unchecked().isEmpty();
    }

    private record Loader(Map<Long, Partition> partitions) implements LedgerLog.Reader {
        @Override
        public void attempted(long key, long seq) {
            partitions.computeIfAbsent(key, Partition::new).attempt(seq);
        }

        @Override
        public void acknowledged(long key, long seq, boolean byAll) {
            Objects.requireNonNull(partitions.get(key)).acknowledge(seq, byAll);
        }

        /** Does nothing: there are no readers. */
        @Override
        public void seen(long key, long seq) {}
    }
}
