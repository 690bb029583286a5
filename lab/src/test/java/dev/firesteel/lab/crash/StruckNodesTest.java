// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StruckNodesTest {
    @Test
    void everySetOfNodesIsDrawnInEveryOrder() {
        Set<String> drawn = new HashSet<>();
        for (int seed = 0; seed < 1_000; seed++) drawn.add(draw(3, seed).names());
        assertThat(drawn)
                .hasSize(3 + 6 + 6)
                .contains("node1", "node2", "node3", "node2, node1", "node3, node1, node2");
    }

    @Test
    void aSingleNodeIsAlwaysStruck() {
        StruckNodes struck = draw(1, 7);
        assertThat(struck.isCluster()).isFalse();
        assertThat(struck.others()).isEmpty();
        assertThat(struck.firstSettings().address()).isEqualTo("127.0.12.1");
    }

    private static StruckNodes draw(int nodes, long seed) {
        List<CampaignNode> all =
                IntStream.rangeClosed(1, nodes)
                        .mapToObj(
                                number ->
                                        new CampaignNode(
                                                Path.of("node" + number),
                                                new StockTarget(),
                                                "127.0.12." + number))
                        .toList();
        return StruckNodes.draw(
                all, new SplittableRandom(seed), node -> node.settings("9M", "127.0.12.1"));
    }
}
