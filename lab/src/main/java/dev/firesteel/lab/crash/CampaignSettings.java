// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.CassandraCluster;
import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Settings of a campaign.
 *
 * @param directory the directory of the nodes, the ledger and the results
 * @param kills the number of kills under load, at least 1
 * @param seed determines the moments and keys
 * @param load the rows of the ledger, the number of clients that write and read them, and the
 *     number of nodes
 * @param shortestLoadMillis minimum time from the start of the load to the kill
 * @param longestLoadMillis maximum time from the start of the load to the kill
 * @param address the loopback address of the first node; the others have the next ones
 * @param heap the heap of each node, in the JVM's units
 */
public record CampaignSettings(
        Path directory,
        int kills,
        long seed,
        LedgerLoad load,
        int shortestLoadMillis,
        int longestLoadMillis,
        String address,
        String heap) {
    /** Short enough to hit the node's warm-up. */
    public static final int SHORTEST_LOAD_MILLIS = 100;

    /** Long enough to hit the node at full speed. */
    public static final int LONGEST_LOAD_MILLIS = 20_000;

    /** Enough for rows to be read, rewritten and flushed, few enough for a quick scan. */
    public static final int KEYS = 50_000;

    /** Enough for high concurrency in a journal. */
    public static final int THREADS = 64;

    private static final String NODE = "node";

    public CampaignSettings {
        directory = directory.toAbsolutePath().normalize();
        CassandraNode.at(directory).loopbackAddress(address); // rejects any other address
        if (kills < 1) throw new IllegalArgumentException("kills must be at least 1, not " + kills);
        if (shortestLoadMillis < 0 || shortestLoadMillis > longestLoadMillis)
            throw new IllegalArgumentException(
                    "the longest load must be no shorter than the shortest, %d ms, not %d ms"
                            .formatted(shortestLoadMillis, longestLoadMillis));
    }

    /** Returns the directory of each node's files. */
    public List<Path> nodeDirectories() {
        if (!load.isReplicated()) return List.of(directory.resolve(NODE));
        return IntStream.rangeClosed(1, load.replicas())
                .mapToObj(number -> directory.resolve(NODE + number))
                .toList();
    }

    /** Returns the loopback addresses of the nodes, which are consecutive. */
    List<String> addresses() {
        return CassandraCluster.addresses(address, load.replicas());
    }

    /**
     * Returns the nodes.
     *
     * @param targets the kind of each
     */
    List<CampaignNode> nodes(List<? extends Target> targets) {
        if (targets.size() != load.replicas())
            throw new IllegalArgumentException(
                    "%d nodes cannot have %d kinds".formatted(load.replicas(), targets.size()));
        return IntStream.range(0, targets.size())
                .mapToObj(
                        i ->
                                new CampaignNode(
                                        nodeDirectories().get(i),
                                        targets.get(i),
                                        addresses().get(i)))
                .toList();
    }

    CampaignLogs logs() {
        return new CampaignLogs(directory);
    }

    /** Returns the file of results, one JSON object a kill. */
    public Path results() {
        return CampaignKind.results(directory);
    }

    Path summary() {
        return directory.resolve("summary.json");
    }
}
