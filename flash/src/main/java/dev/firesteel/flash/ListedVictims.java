// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** Keeps candidates by how many valid pages they have; who extends it says which is best. */
abstract class ListedVictims implements VictimPolicy {
    private final Blocks blocks;

    ListedVictims(Blocks blocks) {
        this.blocks = blocks;
    }

    /** The candidates that a block is one of. */
    abstract BlockLists listsOf(int block);

    /** The best candidate. There is one. */
    abstract int best();

    @Override
    public final void add(int block) {
        listsOf(block).add(block, blocks.validPages(block));
    }

    @Override
    public final void invalidated(int block) {
        listsOf(block).move(block, blocks.validPages(block));
    }

    @Override
    public final int choose() {
        int victim = best();
        listsOf(victim).remove(victim);
        return victim;
    }
}
