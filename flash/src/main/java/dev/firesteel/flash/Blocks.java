// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.Arrays;

/** What is known of each erase block. */
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

    /** How many blocks there are. */
    public int count() {
        return validPages.length;
    }

    /** Pages in each block. */
    public int pagesPerBlock() {
        return geometry.pagesPerBlock();
    }

    /** Pages of a block whose content is still wanted. */
    public int validPages(int block) {
        return validPages[block];
    }

    /** The stream whose pages are in a block. */
    public int stream(int block) {
        return stream[block];
    }

    /** How many pages the host has written since a block was last written to, or lost a page. */
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
