// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** The block with the fewest valid pages; of several, the one that has had so few for longest. */
final class GreedyVictims implements VictimPolicy {
    private final Blocks blocks;
    private final BlockLists candidates;

    GreedyVictims(Blocks blocks) {
        this.blocks = blocks;
        candidates = new BlockLists(blocks.count(), blocks.pagesPerBlock());
    }

    @Override
    public void add(int block) {
        candidates.add(block, blocks.validPages(block));
    }

    @Override
    public void invalidated(int block) {
        candidates.move(block, blocks.validPages(block));
    }

    @Override
    public int choose() {
        int victim = candidates.fewest();
        candidates.remove(victim);
        return victim;
    }
}
