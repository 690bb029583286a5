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
 * <p>One thread starts it, once; any thread can look at it or stop it.
 */
public final class CassandraCluster implements AutoCloseable {
    private final List<NodeSettings> settings;
    private volatile List<CassandraNode> nodes = List.of();
    private boolean isStopping;

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
            ready.accept(start(one).awaitReady(patience));
        }
    }

    /** The nodes started so far, in order. */
    public List<CassandraNode> nodes() {
        return nodes;
    }

    /**
     * Drains and stops every node that still runs, all at once.
     *
     * @param patience for all of them
     */
    public void drainAndStop(Duration patience) throws NodeException {
        List<CassandraNode> running =
                stopStarting().stream().filter(CassandraNode::isAlive).toList();
        running.forEach(CassandraNode::beginToDrain);
        for (CassandraNode node : running) node.drainAndStop(patience);
    }

    /** Kills every node that still runs. */
    @Override
    public void close() {
        stopStarting().forEach(CassandraNode::close);
    }

    /** A stop, from whichever thread, misses no node that is being started. */
    private synchronized CassandraNode start(NodeSettings one) throws NodeException {
        if (isStopping) throw new NodeException("The cluster is being stopped");
        CassandraNode node = one.start();
        List<CassandraNode> more = new ArrayList<>(nodes);
        more.add(node);
        nodes = List.copyOf(more);
        return node;
    }

    private synchronized List<CassandraNode> stopStarting() {
        isStopping = true;
        return nodes;
    }
}
