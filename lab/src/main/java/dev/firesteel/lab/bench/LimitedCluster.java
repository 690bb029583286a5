// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.FileTree;
import dev.firesteel.lab.ProcessorGroup;
import dev.firesteel.lab.crash.Target;
import dev.firesteel.lab.network.Namespace;
import dev.firesteel.lab.network.Network;
import dev.firesteel.lab.network.NetworkFigures;
import dev.firesteel.lab.network.Topology;
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
import org.jspecify.annotations.Nullable;

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
     * @param size the number of nodes
     * @param isLimited whether nodes can be limited to a share of a processor, which needs
     *     permission to make control groups
     * @param nodes the settings of each
     * @param journals makes the journals of nodes that have one
     */
    public record Terms(
            String name,
            int size,
            boolean isLimited,
            StartedNodes nodes,
            CommitLogBench.JournalMaker journals) {
        private Path directory() {
            return directory(nodes.data());
        }

        private static Path directory(Path data) {
            return data.resolve("firesteel-cluster");
        }
    }

    private final Terms terms;
    private final CassandraCluster cluster;
    private final List<ProcessorGroup> groups = new ArrayList<>();
    private final List<Target> targets = new ArrayList<>();
    private @Nullable Network network;
    private @Nullable Namespace stay;

    /** Creates the cluster; starts nothing. */
    public LimitedCluster(Terms terms) {
        this.terms = terms;
        this.cluster =
                CassandraCluster.at(terms.directory(), terms.nodes().addresses(terms.size()));
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
     * Starts all nodes, without limits. With a network, measures it first, and moves the calling
     * thread to the client's station until this is closed.
     *
     * @param started receives the number of nodes after each start
     * @return the nodes
     */
    public List<CassandraNode> start(IntConsumer started) throws IOException, InterruptedException {
        Path data = terms.nodes().data();
        Writeback.finish(data);
        connect();
        String prefix = groupPrefix(terms.name(), data);
        for (int i = 0; i < terms.size(); i++) {
            if (terms.isLimited())
                groups.add(ProcessorGroup.make(ControlGroup.ROOT, prefix + (i + 1)));
            configure(i);
        }
        cluster.start(START_PATIENCE, node -> started.accept(cluster.nodes().size()));
        return cluster.nodes();
    }

    private void connect() throws IOException, InterruptedException {
        Topology topology = terms.nodes().network();
        if (topology == null) return;
        network = Network.start(topology, terms.size(), 1);
        NetworkFigures unused = network.check();
        stay = Namespace.enter(network.ofClient());
    }

    private void configure(int index) throws IOException {
        NodeSettings node = cluster.settings().get(index);
        Path root = node.directory().root();
        Path journal = root.resolve("journal");
        Files.createDirectories(root);
        Mode mode = terms.nodes().mode();
        if (mode.isJournal()) terms.journals().make(journal);
        Target target = mode.target(terms.nodes().agent(), journal);
        mode.configure(node);
        target.prepare();
        target.configure(node);
        targets.add(target);
        node.clusterName("firesteel-" + terms.name())
                .heap((terms.nodes().heapBytes() >> 20) + "M")
                .setting("auto_snapshot", false)
                // Balances the load between nodes.
                .setting("num_tokens", 1)
                .setting("initial_token", token(index));
        node.ignoreTerminal(); // on Ctrl-C their metrics are still read
        if (terms.isLimited()) node.controlGroup(groups.get(index).processes());
        if (network == null) return;
        node.networkNamespace(network.ofNode(index));
        // The name of this machine may have an address that is not in the namespace.
        node.jvmOption("-Djava.rmi.server.hostname=" + node.address());
    }

    private String token(int index) {
        return RING.multiply(BigInteger.valueOf(index))
                .divide(BigInteger.valueOf(terms.size()))
                .subtract(RING.shiftRight(1))
                .toString();
    }

    /** Checks that each node really runs in its mode. */
    public void requireGenuine(CqlSession session) throws IOException {
        onEach((node, index) -> targets.get(index).requireGenuine(node, session));
    }

    /** Compacts all tables of a keyspace on each node. */
    public void compact(String keyspace) throws IOException {
        onEach((node, index) -> Compaction.ofAll(node, keyspace));
    }

    private interface Work {
        void run(CassandraNode node, int index) throws IOException;
    }

    /** Does work for each node. MBeans are reached from the node's own namespace only. */
    private void onEach(Work work) throws IOException {
        List<CassandraNode> nodes = cluster.nodes();
        for (int i = 0; i < nodes.size(); i++)
            if (network == null) work.run(nodes.get(i), i);
            else
                try (Namespace namespace = Namespace.enter(network.ofNode(i))) {
                    work.run(nodes.get(i), i);
                }
    }

    /** Begins to count what the network carries. */
    public void countPackets() throws IOException, InterruptedException {
        if (network != null) network.count();
    }

    /**
     * Returns the network as measured before the start, with what it has carried since {@link
     * #countPackets}; null if there is none.
     */
    public @Nullable NetworkFigures network() throws IOException, InterruptedException {
        return network == null ? null : network.figures();
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
        try {
            for (ProcessorGroup each : groups) each.close();
        } finally {
            if (stay != null) stay.close();
            if (network != null) network.close();
        }
    }
}
