// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A cluster of nodes on this machine. The first node is the seed of all.
 *
 * <p>One thread starts it, once. Any thread can inspect or stop it.
 */
public final class CassandraCluster implements AutoCloseable {
    private final List<NodeSettings> settings;
    private volatile List<CassandraNode> nodes = List.of();
    private boolean isStopping;

    private CassandraCluster(List<NodeSettings> settings) {
        this.settings = settings;
    }

    /**
     * Returns a cluster that keeps its nodes in the folders node1, node2, and so on of a directory.
     *
     * @param firstAddress the first node's address; the next node has the next address
     * @param size the number of nodes, at least 1
     */
    public static CassandraCluster at(Path directory, String firstAddress, int size) {
        if (size < 1)
            throw new IllegalArgumentException("A cluster has at least 1 node, not " + size);
        return at(directory, addresses(firstAddress, size));
    }

    /**
     * Returns a cluster that keeps its nodes in the folders node1, node2, and so on of a directory.
     *
     * @param addresses one for each node, at least one
     */
    public static CassandraCluster at(Path directory, List<String> addresses) {
        if (addresses.isEmpty())
            throw new IllegalArgumentException("A cluster has at least 1 node");
        return new CassandraCluster(
                IntStream.range(0, addresses.size())
                        .mapToObj(
                                index ->
                                        CassandraNode.at(directory.resolve("node" + (index + 1)))
                                                .address(addresses.get(index))
                                                .seeds(addresses.get(0)))
                        .toList());
    }

    /**
     * Returns consecutive loopback addresses.
     *
     * @throws IllegalArgumentException if one is outside 127.0.0.0/8
     */
    public static List<String> addresses(String first, int size) {
        LoopbackAddress address = LoopbackAddress.parse(first);
        return IntStream.range(0, size).mapToObj(i -> address.plus(i).toString()).toList();
    }

    /** Adjusts the settings of every node. */
    public CassandraCluster each(Consumer<NodeSettings> adjustment) {
        settings.forEach(adjustment);
        return this;
    }

    /** Returns the settings of the nodes, in order. */
    public List<NodeSettings> settings() {
        return settings;
    }

    /**
     * Starts the nodes one after the other, because Cassandra lets only one join at a time, and
     * waits until each answers.
     *
     * @param patience the time limit for each node
     * @param ready receives every node that is ready
     */
    public void start(Duration patience, Consumer<CassandraNode> ready) throws NodeException {
        for (NodeSettings one : settings) {
            ready.accept(start(one).awaitReady(patience));
        }
    }

    /** Returns the nodes started so far, in order. */
    public List<CassandraNode> nodes() {
        return nodes;
    }

    /**
     * Drains and stops every node that still runs, all at once.
     *
     * @param patience the time limit for all
     * @throws NodeException of the first that failed, after all have ended or the limit was reached
     */
    public void drainAndStop(Duration patience) throws NodeException {
        List<CassandraNode> running =
                stopStarting().stream().filter(CassandraNode::isAlive).toList();
        running.forEach(CassandraNode::beginToDrain);
        Deadline deadline = Deadline.in(patience);
        NodeException failure = null;
        for (CassandraNode node : running) {
            try {
                node.awaitDrained(patience, deadline);
            } catch (NodeException e) {
                if (failure == null) failure = e;
                else failure.addSuppressed(e);
            }
        }
        if (failure != null) throw failure;
    }

    /** Kills every node that still runs. */
    @Override
    public void close() {
        stopStarting().forEach(CassandraNode::close);
    }

    /** Starts a node. Synchronized, so that a stop by any thread misses no node being started. */
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
