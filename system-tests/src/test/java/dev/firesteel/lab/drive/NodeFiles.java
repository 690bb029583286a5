// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The files of a node after a power cut, as far as a start relies on them.
 *
 * @param node the node's directory
 */
record NodeFiles(Path node) {
    /** A harm that a power cut can do to a file. */
    enum Harm {
        /** A start deletes the output of a compaction, and its input is gone. */
        COMPACTED_ROWS,
        /** The metadata of an SSTable that had been complete are empty. */
        SSTABLE_METADATA,
        /** The list of unfinished lightweight transactions, or that of ballots, is not there. */
        PAXOS,
        /** A saved cache is empty. */
        SAVED_CACHE,
        /** The heartbeat of the check for data resurrection is empty. */
        HEARTBEAT
    }

    /**
     * Returns the harm to any file but those of Paxos, which a node need not have.
     *
     * @param input the data files before the compaction
     * @param output the data files after it
     * @param isCompacted whether it had ended before the power cut
     */
    Set<Harm> harm(Set<String> input, Set<String> output, boolean isCompacted) throws IOException {
        Set<Harm> harm = EnumSet.noneOf(Harm.class);
        Path table = table();
        Set<String> kept = keptDataFiles();
        if (!kept.containsAll(input) && !kept.containsAll(output)) harm.add(Harm.COMPACTED_ROWS);
        for (String data : isCompacted ? output : input)
            if (kept.contains(data)
                    && isEmpty(table.resolve(data.replace("Data.db", "Statistics.db"))))
                harm.add(Harm.SSTABLE_METADATA);
        for (Path cache : list(node.resolve("saved_caches"), name -> !name.endsWith("null")))
            if (isEmpty(cache)) harm.add(Harm.SAVED_CACHE);
        for (Path heartbeat : list(node.resolve("data"), "cassandra-heartbeat"::equals))
            if (isEmpty(heartbeat)) harm.add(Harm.HEARTBEAT);
        return harm;
    }

    /** Returns whether unfinished lightweight transactions are listed, and ballots, both whole. */
    boolean hasPaxos() throws IOException {
        Path paxos = node.resolve("data/system/_paxos_repair_state");
        return list(paxos, name -> name.equals("ballot.meta")).size() == 1
                && list(paxos, name -> name.endsWith(".paxos")).size() == 1
                && list(paxos, name -> name.endsWith(".paxos.crc")).size() == 1;
    }

    private static boolean isEmpty(Path file) throws IOException {
        return !Files.exists(file) || Files.size(file) == 0;
    }

    private Path table() throws IOException {
        return list(node.resolve("data/k"), name -> name.startsWith("t-")).get(0);
    }

    /** Returns the names of the data files of table k.t. */
    Set<String> dataFiles() throws IOException {
        Set<String> names = new HashSet<>();
        for (Path file : list(table(), name -> name.endsWith("-Data.db")))
            names.add(file.getFileName().toString());
        return names;
    }

    /** Returns those that a start keeps, according to the logs of SSTable transactions. */
    private Set<String> keptDataFiles() throws IOException {
        Set<String> kept = dataFiles();
        for (Path log : list(table(), name -> name.contains("_txn_"))) {
            List<String> lines = Files.readAllLines(log);
            boolean isCommitted =
                    !lines.isEmpty() && lines.get(lines.size() - 1).startsWith("COMMIT:[");
            for (String line : lines)
                if (line.startsWith(isCommitted ? "REMOVE:[" : "ADD:[")) {
                    String path = line.substring(line.indexOf('[') + 1, line.indexOf(','));
                    String sstable = path.substring(path.lastIndexOf('/') + 1);
                    kept.removeIf(file -> file.startsWith(sstable));
                }
        }
        return kept;
    }

    private static List<Path> list(Path directory, Predicate<String> name) throws IOException {
        if (!Files.exists(directory)) return List.of();
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> name.test(file.getFileName().toString())).toList();
        }
    }
}
