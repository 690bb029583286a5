// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.operating;

import dev.firesteel.cli.common.LocalJournal;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.node.NodeException;
import dev.firesteel.node.RunningNode;
import dev.firesteel.operations.install.ObservedJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that {@code firesteel run} has made in a directory.
 *
 * @param nodes the directories of the nodes, in order
 */
record RunDirectory(List<NodeDirectory> nodes) {
    private static final String NODE = "node\\d+";

    /**
     * Returns the nodes of a data directory, or the one node of a node's directory; empty if it is
     * neither.
     */
    static Optional<RunDirectory> at(Path directory) throws IOException {
        if (isNode(directory))
            return Optional.of(new RunDirectory(List.of(new NodeDirectory(directory))));
        if (!Files.isDirectory(directory)) return Optional.empty();
        try (Stream<Path> files = Files.list(directory)) {
            List<NodeDirectory> nodes =
                    files.filter(each -> String.valueOf(each.getFileName()).matches(NODE))
                            .filter(RunDirectory::isNode)
                            .sorted()
                            .map(NodeDirectory::new)
                            .toList();
            return nodes.isEmpty() ? Optional.empty() : Optional.of(new RunDirectory(nodes));
        }
    }

    /** Returns whether a directory has a node's parts, and is no installed Cassandra. */
    private static boolean isNode(Path directory) {
        NodeDirectory node = new NodeDirectory(directory);
        return Files.isRegularFile(node.conf().resolve("cassandra.yaml"))
                && !Files.exists(directory.resolve("lib"));
    }

    /** Returns the status of each node, in lines. */
    List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (NodeDirectory node : nodes) {
            Long process = process(node);
            lines.add(
                    "node        %s %s"
                            .formatted(
                                    node.root(),
                                    process == null
                                            ? "does not run"
                                            : "runs, as process " + process));
            lines.add("journal     " + journal(node).map(RunDirectory::line).orElse("none: stock"));
        }
        return lines;
    }

    private static String line(ObservedJournal journal) {
        return "%s: %s, %s"
                .formatted(journal.path(), StatusText.state(journal.state()), journal.why());
    }

    /** Returns the status of each node, for machines. */
    Map<String, Object> fields() throws IOException {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (NodeDirectory node : nodes) {
            Optional<ObservedJournal> journal = journal(node);
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("directory", node.root());
            fields.put("process", process(node));
            fields.put("journal", journal.map(ObservedJournal::path).orElse(null));
            fields.put(
                    "journalState",
                    journal.map(each -> StatusText.state(each.state())).orElse(null));
            all.add(fields);
        }
        return Map.of("nodes", all);
    }

    /** Returns the highest exit code of the nodes' journals, as {@code status} has them. */
    int exitCode() throws IOException {
        int code = 0;
        for (NodeDirectory node : nodes) {
            Optional<ObservedJournal> journal = journal(node);
            if (journal.isPresent())
                code = Math.max(code, StatusText.exitCode(journal.get().state()));
        }
        return code;
    }

    /**
     * Returns the journals of a node's configuration and its directory that hold writes, or cannot
     * be read.
     */
    static List<ObservedJournal> holdingWrites(NodeDirectory node) throws IOException {
        List<ObservedJournal> journals = new ArrayList<>();
        ObservedJournal.ofConfiguration(node.conf()).ifPresent(journals::add);
        journals.add(ObservedJournal.at(LocalJournal.in(node).path()));
        List<ObservedJournal> holding = new ArrayList<>();
        for (ObservedJournal each : journals) if (each.mayHoldWrites()) holding.add(each);
        return holding;
    }

    private static Optional<ObservedJournal> journal(NodeDirectory node) throws IOException {
        Optional<ObservedJournal> configured = ObservedJournal.ofConfiguration(node.conf());
        return configured.isPresent() ? configured : ObservedJournal.neededBy(node.commitLog());
    }

    /** Returns the process of a node, or null if it does not run. */
    private static @Nullable Long process(NodeDirectory node) {
        try {
            return RunningNode.in(node.root()).pid();
        } catch (NodeException e) {
            return null;
        }
    }
}
