// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Nodes that know each other, on loopback addresses in a row. The first is everybody's seed.
 *
 * <p>Not safe for use by several threads, but for {@link #nodes} and {@link #close}.
 */
public final class CassandraCluster implements AutoCloseable {
    private final List<NodeSettings> settings;
    private volatile List<CassandraNode> nodes = List.of();

    private CassandraCluster(List<NodeSettings> settings) {
        this.settings = settings;
    }

    /**
     * A cluster that keeps its nodes in the folders node1, node2, ... below a directory.
     *
     * @param firstAddress the first node's; the next node has the next address
     * @param size how many nodes, at least 1
     */
    public static CassandraCluster at(Path directory, String firstAddress, int size) {
        if (size < 1)
            throw new IllegalArgumentException("A cluster has at least 1 node, not " + size);
        LoopbackAddress first = LoopbackAddress.parse(firstAddress);
        return new CassandraCluster(
                IntStream.range(0, size)
                        .mapToObj(
                                index ->
                                        CassandraNode.at(directory.resolve("node" + (index + 1)))
                                                .address(first.plus(index).toString())
                                                .seeds(firstAddress))
                        .toList());
    }

    /** Adjusts the settings of every node. */
    public CassandraCluster each(Consumer<NodeSettings> adjustment) {
        settings.forEach(adjustment);
        return this;
    }

    /** The settings of the nodes, in order. */
    public List<NodeSettings> settings() {
        return settings;
    }

    /**
     * Starts the nodes one after the other, for Cassandra lets only one join at a time, and waits
     * until each answers.
     *
     * @param patience for each node
     * @param ready told of every node that is ready
     */
    public void start(Duration patience, Consumer<CassandraNode> ready) throws NodeException {
        for (NodeSettings one : settings) {
            CassandraNode node = one.start();
            add(node);
            ready.accept(node.awaitReady(patience));
        }
    }

    /** The nodes started so far, in order. */
    public List<CassandraNode> nodes() {
        return nodes;
    }

    /** Drains and stops every node that still runs, the last one first. */
    public void drainAndStop(Duration patience) throws NodeException {
        for (int index = nodes.size() - 1; index >= 0; index--)
            if (nodes.get(index).isAlive()) nodes.get(index).drainAndStop(patience);
    }

    /** Kills every node that still runs. */
    @Override
    public void close() {
        nodes.forEach(CassandraNode::close);
    }

    private void add(CassandraNode node) {
        List<CassandraNode> more = new ArrayList<>(nodes);
        more.add(node);
        nodes = List.copyOf(more);
    }
}
