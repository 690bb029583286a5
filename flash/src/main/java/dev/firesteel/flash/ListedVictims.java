// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

/** Lists candidates by their number of valid pages; subclasses define the best one. */
abstract class ListedVictims implements VictimPolicy {
    private final Blocks blocks;

    ListedVictims(Blocks blocks) {
        this.blocks = blocks;
    }

    /** Returns the lists that a block belongs to. */
    abstract BlockLists listsOf(int block);

    /** Returns the best candidate. There must be one. */
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
