// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.Arrays;

/** Lists of candidate blocks by number of valid pages; equals are in order of arrival. */
final class BlockLists {
    static final int NONE = -1;

    private final int[] first;
    private final int[] last;
    private final int[] next;
    private final int[] previous;
    private final int[] list;
    private int fewest;
    private int size;

    BlockLists(int blocks, int pagesPerBlock) {
        first = filled(pagesPerBlock + 1);
        last = filled(pagesPerBlock + 1);
        next = filled(blocks);
        previous = filled(blocks);
        list = filled(blocks);
        fewest = pagesPerBlock;
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }

    void add(int block, int validPages) {
        list[block] = validPages;
        previous[block] = last[validPages];
        next[block] = NONE;
        if (last[validPages] == NONE) first[validPages] = block;
        else next[last[validPages]] = block;
        last[validPages] = block;
        fewest = Math.min(fewest, validPages);
        size++;
    }

    void remove(int block) {
        int from = list[block];
        if (previous[block] == NONE) first[from] = next[block];
        else next[previous[block]] = next[block];
        if (next[block] == NONE) last[from] = previous[block];
        else previous[next[block]] = previous[block];
        list[block] = NONE;
        size--;
    }

    void move(int block, int validPages) {
        remove(block);
        add(block, validPages);
    }

    int size() {
        return size;
    }

    /** Returns the first block with this number of valid pages, or {@link #NONE}. */
    int first(int validPages) {
        return first[validPages];
    }

    /** Returns the first block with the fewest valid pages. There must be a candidate. */
    int fewest() {
        while (first[fewest] == NONE) fewest++;
        return first[fewest];
    }
}
