// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** The block with the fewest valid pages; of several, the one that has had so few for longest. */
final class GreedyVictims extends ListedVictims {
    private final BlockLists candidates;

    GreedyVictims(Blocks blocks) {
        super(blocks);
        candidates = new BlockLists(blocks.count(), blocks.pagesPerBlock());
    }

    @Override
    BlockLists listsOf(int block) {
        return candidates;
    }

    @Override
    int best() {
        return candidates.fewest();
    }
}
