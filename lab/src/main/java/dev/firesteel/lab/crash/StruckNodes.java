// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.node.NodeSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The nodes that are struck at one time. The fault strikes the first. The others are killed after
 * it.
 *
 * @param nodes in the order in which they are struck, at least one
 * @param isCluster whether they belong to a cluster
 * @param settings returns new settings of a node, the same at each start
 */
record StruckNodes(
        List<CampaignNode> nodes,
        boolean isCluster,
        Function<CampaignNode, NodeSettings> settings) {
    /** Draws one, several, or all of a campaign's nodes. */
    static StruckNodes draw(
            List<CampaignNode> all,
            SplittableRandom random,
            Function<CampaignNode, NodeSettings> settings) {
        if (all.size() == 1) return new StruckNodes(all, false, settings);
        List<CampaignNode> order = new ArrayList<>(all);
        Collections.shuffle(order, new Random(random.nextLong()));
        return new StruckNodes(
                List.copyOf(order.subList(0, 1 + random.nextInt(all.size()))), true, settings);
    }

    CampaignNode first() {
        return nodes.get(0);
    }

    List<CampaignNode> others() {
        return nodes.subList(1, nodes.size());
    }

    /** Returns new settings of the first. */
    NodeSettings firstSettings() {
        return settings.apply(first());
    }

    /** Returns the names of the nodes' directories, in order. */
    String names() {
        return nodes.stream()
                .map(node -> String.valueOf(node.directory().getFileName()))
                .collect(Collectors.joining(", "));
    }
}
