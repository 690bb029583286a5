// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.ProcessorGroup;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.node.CassandraCluster;
import dev.firesteel.node.CassandraNode;
import dev.firesteel.node.NodeSettings;
import dev.firesteel.node.RunningNode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * A cluster on this machine, of nodes that have the same part of the ring each, and can be held to
 * the same share of a processor. One thread starts it, once; any can close it.
 */
public final class LimitedCluster implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(10);
    private static final BigInteger RING = BigInteger.ONE.shiftLeft(Long.SIZE);

    /**
     * What it is made of.
     *
     * @param name its own among all that may run on the machine, with the directory
     * @param data the nodes' files go below it
     * @param address of the first node; the next has the next
     * @param size how many nodes
     * @param mode what becomes of a write before it is acknowledged
     * @param isLimited whether they are to be held to a share of a processor, which takes a right
     *     to make control groups
     * @param agent the agent's jar
     * @param heapBytes the heap of each
     * @param journals makes the journals of nodes that have one
     */
    public record Terms(
            String name,
            Path data,
            String address,
            int size,
            Mode mode,
            boolean isLimited,
            Path agent,
            long heapBytes,
            CommitLogBench.JournalMaker journals) {
        private Path directory() {
            return directory(data);
        }

        private static Path directory(Path data) {
            return data.resolve("firesteel-cluster");
        }
    }

    private final Terms terms;
    private final CassandraCluster cluster;
    private final List<ProcessorGroup> groups = new ArrayList<>();
    private final List<Target> targets = new ArrayList<>();

    /** Starts nothing yet. */
    public LimitedCluster(Terms terms) {
        this.terms = terms;
        this.cluster = CassandraCluster.at(terms.directory(), terms.address(), terms.size());
    }

    /** The names of control groups begin so: no other cluster's, and the same after a kill. */
    public static String groupPrefix(String name, Path data) {
        return "firesteel-%s-%x-".formatted(name, data.toAbsolutePath().normalize().hashCode());
    }

    /** Ends and deletes what one of that name, which was killed, has left. */
    public static void clear(String name, Path data) throws IOException {
        for (Path node : nodes(Terms.directory(data))) RunningNode.killIn(node);
        ControlGroup.removeAll(
                ControlGroup.ROOT, ControlGroup.Resource.CPU, groupPrefix(name, data));
        FileTree.delete(Terms.directory(data));
    }

    private static List<Path> nodes(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) return List.of();
        try (Stream<Path> nodes = Files.list(directory)) {
            return nodes.filter(Files::isDirectory).toList();
        }
    }

    /**
     * Starts all nodes, with all that the machine has.
     *
     * @param started told how many there are after each
     * @return the nodes
     */
    public List<CassandraNode> start(IntConsumer started) throws IOException {
        Writeback.finish(terms.data());
        String prefix = groupPrefix(terms.name(), terms.data());
        for (int i = 0; i < terms.size(); i++) {
            if (terms.isLimited())
                groups.add(ProcessorGroup.make(ControlGroup.ROOT, prefix + (i + 1)));
            configure(i);
        }
        cluster.start(START_PATIENCE, node -> started.accept(cluster.nodes().size()));
        return cluster.nodes();
    }

    private void configure(int index) throws IOException {
        NodeSettings node = cluster.settings().get(index);
        Path root = node.directory().root();
        Path journal = root.resolve("journal");
        Files.createDirectories(root);
        if (terms.mode().isJournal()) terms.journals().make(journal);
        Target target = terms.mode().target(terms.agent(), journal);
        terms.mode().configure(node);
        target.prepare();
        target.configure(node);
        targets.add(target);
        node.clusterName("firesteel-" + terms.name())
                .heap((terms.heapBytes() >> 20) + "M")
                .setting("auto_snapshot", false)
                // Every node is to have as much to do as any other.
                .setting("num_tokens", 1)
                .setting("initial_token", token(index));
        node.ignoreTerminal(); // on Ctrl-C they are asked for what they know
        if (terms.isLimited()) node.controlGroup(groups.get(index).processes());
    }

    private String token(int index) {
        return RING.multiply(BigInteger.valueOf(index))
                .divide(BigInteger.valueOf(terms.size()))
                .subtract(RING.shiftRight(1))
                .toString();
    }

    /** Sees that each node is of the mode that it is to be of. */
    public void requireGenuine(CqlSession session) throws IOException {
        for (int i = 0; i < terms.size(); i++)
            targets.get(i).requireGenuine(cluster.nodes().get(i), session);
    }

    /** From now on each node has so many processors. */
    public void limit(double cores) throws IOException {
        for (ProcessorGroup each : groups) each.limit(cores);
    }

    /** From now on nodes have what there is. */
    public void unlimit() throws IOException {
        for (ProcessorGroup each : groups) each.unlimit();
    }

    /** Deletes the nodes' files, once they are killed. Those of a cluster that fails may stay. */
    public void delete() throws IOException {
        kill();
        FileTree.delete(terms.directory());
    }

    /** Kills the nodes, and lets none start. May be called by any thread. */
    public void kill() {
        cluster.close();
    }

    /** By the thread that started it. */
    @Override
    public void close() throws IOException {
        kill();
        for (ProcessorGroup each : groups) each.close();
    }
}
