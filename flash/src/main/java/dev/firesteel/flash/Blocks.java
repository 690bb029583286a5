// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.Arrays;

/** The state of each erase block. */
public final class Blocks {
    private final DriveGeometry geometry;
    private final int[] validPages;
    private final int[] stream;
    private final long[] changed;
    private final int[] erases;
    private long clock;

    Blocks(DriveGeometry geometry) {
        this.geometry = geometry;
        validPages = new int[geometry.blocks()];
        stream = new int[geometry.blocks()];
        changed = new long[geometry.blocks()];
        erases = new int[geometry.blocks()];
    }

    /** Returns the number of blocks. */
    public int count() {
        return validPages.length;
    }

    /** Returns the number of pages in each block. */
    public int pagesPerBlock() {
        return geometry.pagesPerBlock();
    }

    /** Returns the number of valid pages of a block. */
    public int validPages(int block) {
        return validPages[block];
    }

    /** Returns the stream that a block's pages belong to. */
    public int stream(int block) {
        return stream[block];
    }

    /** Returns the number of pages that the host has written since a block last changed. */
    public long age(int block) {
        return clock - changed[block];
    }

    void open(int block, int ofStream) {
        stream[block] = ofStream;
    }

    void tick() {
        clock++;
    }

    void added(int block) {
        validPages[block]++;
        changed[block] = clock;
    }

    void removed(int block) {
        validPages[block]--;
        changed[block] = clock;
    }

    void erased(int block) {
        erases[block]++;
    }

    int[] erases() {
        return Arrays.copyOf(erases, erases.length);
    }
}
