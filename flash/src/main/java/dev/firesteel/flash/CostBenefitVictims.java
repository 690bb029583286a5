// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/**
 * Chooses the block with the highest benefit over cost: age times (1 - u) / 2u (Kawaguchi, Nishioka
 * and Motoda, A Flash-Memory Based File System, USENIX 1995, section 4.3). Here u is the fraction
 * of its pages that is valid, and age the time since it last changed. A block without valid pages
 * costs nothing, and comes first.
 */
final class CostBenefitVictims extends ListedVictims {
    private final Blocks blocks;
    private final BlockLists candidates;

    CostBenefitVictims(Blocks blocks) {
        super(blocks);
        this.blocks = blocks;
        candidates = new BlockLists(blocks.count(), blocks.pagesPerBlock());
    }

    @Override
    BlockLists listsOf(int block) {
        return candidates;
    }

    /** Compares the oldest block of each list: the first, since changed blocks move to the end. */
    @Override
    int best() {
        int victim = candidates.fewest();
        double best = worth(victim);
        for (int valid = blocks.validPages(victim) + 1; valid <= blocks.pagesPerBlock(); valid++) {
            int candidate = candidates.first(valid);
            if (candidate == BlockLists.NONE) continue;
            double worth = worth(candidate);
            if (worth > best) {
                victim = candidate;
                best = worth;
            }
        }
        return victim;
    }

    private double worth(int block) {
        double valid = blocks.validPages(block);
        return blocks.age(block) * (blocks.pagesPerBlock() - valid) / (2 * valid);
    }
}
