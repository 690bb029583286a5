// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** Chooses the block with the fewest valid pages; of several, the first to reach that number. */
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
