// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Settings of a campaign of power cuts.
 *
 * @param directory the directory of drives, nodes, ledger and results
 * @param cuts the number of cuts, at least 1
 * @param seed determines the moments, the keys, and the losses of unstable writes
 * @param nodes a node, or those of a cluster
 * @param load the rows of the ledger, and the number of clients that write and read them
 * @param longestLoadMillis maximum time from the start of the load to the first cut
 * @param heap the heap of each node, in the JVM's units
 * @param faults the faults that may strike before a cut
 */
public record PowerCutSettings(
        Path directory,
        int cuts,
        long seed,
        List<PoweredNode> nodes,
        LedgerLoad load,
        int longestLoadMillis,
        String heap,
        Set<LoadFault> faults) {
    private static final int SHORTEST_LOAD_MILLIS = 100;

    public PowerCutSettings {
        directory = directory.toAbsolutePath().normalize();
        nodes = List.copyOf(nodes);
        faults = Collections.unmodifiableSet(new TreeSet<>(faults));
        if (nodes.size() != load.replicas())
            throw new IllegalArgumentException(
                    "%d nodes cannot have %d replicas".formatted(nodes.size(), load.replicas()));
        if (nodes.size() > 1 && nodes.stream().anyMatch(each -> each.drives().isLying()))
            throw new IllegalArgumentException(
                    "drives that lie are for a single node, not for %d".formatted(nodes.size()));
        boolean hasOthers = load.conditional() > 0 || load.mixed() > 0;
        if (hasOthers && nodes.stream().anyMatch(each -> each.drives().isLying()))
            throw new IllegalArgumentException(
                    "--conditional and --mixed cannot be combined with --lying, since a lying drive loses acknowledged writes: leave one of them out");
        if (!faults.isEmpty() && nodes.stream().anyMatch(each -> each.drives().isLying()))
            throw new IllegalArgumentException(
                    "--faults cannot be combined with --lying, since a lying drive loses acknowledged writes: leave one of them out");
        if (faults.contains(LoadFault.PARTITION) && nodes.size() == 1)
            throw new IllegalArgumentException(
                    "a partition needs several nodes: give --nodes 2 or more");
        if (cuts < 1) throw new IllegalArgumentException("cuts must be at least 1, not " + cuts);
        if (longestLoadMillis < SHORTEST_LOAD_MILLIS)
            throw new IllegalArgumentException(
                    "the longest load must be at least %d ms, not %d ms"
                            .formatted(SHORTEST_LOAD_MILLIS, longestLoadMillis));
    }

    PoweredNode first() {
        return nodes.get(0);
    }

    /** Returns the names of the nodes' kinds, each once. */
    String target() {
        return distinct(each -> each.target().name());
    }

    /** Returns the uses of the logs' drives, each once. */
    String kind() {
        return distinct(each -> each.drives().kind().toString());
    }

    private String distinct(Function<PoweredNode, String> text) {
        return nodes.stream().map(text).distinct().collect(Collectors.joining(", "));
    }

    /** Returns the nodes' builds, each once. */
    String build() throws IOException {
        Set<String> builds = new LinkedHashSet<>();
        for (PoweredNode each : nodes) builds.add(each.target().build());
        return String.join("; ", builds);
    }

    /** Returns the addresses of all nodes, separated by commas. */
    String addresses() {
        return nodes.stream().map(PoweredNode::address).collect(Collectors.joining(","));
    }

    /** Returns the names of the faults, separated by commas; empty without. */
    String faultNames() {
        return faults.stream()
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    int shortestLoadMillis() {
        return SHORTEST_LOAD_MILLIS;
    }

    CampaignLogs logs() {
        return new CampaignLogs(directory);
    }

    /** Returns the file of results, one JSON object a cut. */
    public Path results() {
        return CampaignKind.results(directory);
    }

    Path summary() {
        return directory.resolve("summary.json");
    }
}
