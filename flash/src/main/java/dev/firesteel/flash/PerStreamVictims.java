// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Gives each stream its share of the blocks: the victim is the block with the fewest valid pages of
 * the stream furthest above its share. A single choice over all streams would take blocks from
 * streams with short-lived pages to the benefit of the others.
 */
final class PerStreamVictims extends ListedVictims {
    private final Blocks blocks;
    private final List<Double> shares;
    private final List<BlockLists> candidates;

    /**
     * Creates the policy.
     *
     * @param shares of each stream, as a fraction of all blocks
     */
    PerStreamVictims(Blocks blocks, List<Double> shares) {
        super(blocks);
        this.blocks = blocks;
        this.shares = List.copyOf(shares);
        this.candidates =
                IntStream.range(0, shares.size())
                        .mapToObj(each -> new BlockLists(blocks.count(), blocks.pagesPerBlock()))
                        .toList();
    }

    @Override
    BlockLists listsOf(int block) {
        return candidates.get(blocks.stream(block));
    }

    @Override
    int best() {
        int victim = BlockLists.NONE;
        double furthest = Double.NEGATIVE_INFINITY;
        for (int stream = 0; stream < candidates.size(); stream++) {
            BlockLists list = candidates.get(stream);
            double above = list.size() - shares.get(stream) * blocks.count();
            if (above <= furthest || !gains(list)) continue;
            furthest = above;
            victim = list.fewest();
        }
        return victim;
    }

    private boolean gains(BlockLists list) {
        return list.size() > 0 && blocks.validPages(list.fewest()) < blocks.pagesPerBlock();
    }
}
