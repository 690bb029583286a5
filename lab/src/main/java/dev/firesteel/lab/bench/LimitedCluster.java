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
 * A cluster on this machine. All nodes own the same share of the ring, and can be limited to the
 * same share of a processor. One thread starts it, once; any thread can close it.
 */
public final class LimitedCluster implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofMinutes(10);
    private static final BigInteger RING = BigInteger.ONE.shiftLeft(Long.SIZE);

    /**
     * Settings of the cluster.
     *
     * @param name unique on the machine, together with the directory
     * @param data the directory that the nodes' files go below
     * @param address of the first node; each next node has the next address
     * @param size the number of nodes
     * @param mode the durability of an acknowledged write
     * @param isLimited whether nodes can be limited to a share of a processor, which needs
     *     permission to make control groups
     * @param agent the agent's jar
     * @param heapBytes the heap of each node
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

    /** Creates the cluster; starts nothing. */
    public LimitedCluster(Terms terms) {
        this.terms = terms;
        this.cluster = CassandraCluster.at(terms.directory(), terms.address(), terms.size());
    }

    /** Returns the prefix of its control groups: unique to it, and stable across kills. */
    public static String groupPrefix(String name, Path data) {
        return "firesteel-%s-%x-".formatted(name, data.toAbsolutePath().normalize().hashCode());
    }

    /** Kills and deletes the remains of a cluster of that name that was killed. */
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
     * Starts all nodes, without limits.
     *
     * @param started receives the number of nodes after each start
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
                // Balances the load between nodes.
                .setting("num_tokens", 1)
                .setting("initial_token", token(index));
        node.ignoreTerminal(); // on Ctrl-C their metrics are still read
        if (terms.isLimited()) node.controlGroup(groups.get(index).processes());
    }

    private String token(int index) {
        return RING.multiply(BigInteger.valueOf(index))
                .divide(BigInteger.valueOf(terms.size()))
                .subtract(RING.shiftRight(1))
                .toString();
    }

    /** Checks that each node really runs in its mode. */
    public void requireGenuine(CqlSession session) throws IOException {
        for (int i = 0; i < terms.size(); i++)
            targets.get(i).requireGenuine(cluster.nodes().get(i), session);
    }

    /** Limits each node to this number of processors from now on. */
    public void limit(double cores) throws IOException {
        for (ProcessorGroup each : groups) each.limit(cores);
    }

    /** Removes the limits of all nodes. */
    public void unlimit() throws IOException {
        for (ProcessorGroup each : groups) each.unlimit();
    }

    /** Kills the nodes and deletes their files, which otherwise stay. */
    public void delete() throws IOException {
        kill();
        FileTree.delete(terms.directory());
    }

    /** Kills the nodes and prevents further starts. May be called by any thread. */
    public void kill() {
        cluster.close();
    }

    /** Closes the cluster. Only for the thread that started it. */
    @Override
    public void close() throws IOException {
        kill();
        for (ProcessorGroup each : groups) each.close();
    }
}
