// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;

/**
 * A page-mapped translation layer. Each stream writes to its own open block. A moved page goes to
 * the open block of its original stream. When only the reserve is free, victim blocks are chosen,
 * their valid pages moved, and the blocks erased.
 *
 * <p>Not safe for concurrent use.
 */
public final class TranslationLayer {
    private static final int NONE = -1;

    private final DriveGeometry geometry;
    private final Blocks blocks;
    private final VictimPolicy victims;
    private final Media media;

    /** The physical page of each logical page. */
    private final int[] place;

    /** The logical page of each physical page; NONE if it holds no valid data. */
    private final int[] owner;

    /** The open block of each stream. */
    private final int[] openBlock;

    /** The next page to write in each stream's open block. */
    private final int[] nextPage;

    private final Queue<Integer> free = new ArrayDeque<>();
    private long hostWrites;
    private long moves;

    /**
     * Creates an empty drive.
     *
     * @param streams the number of streams, at least 1
     * @throws ImpossibleGeometryException if the geometry leaves no spare with these streams
     */
    public TranslationLayer(
            DriveGeometry geometry, int streams, VictimPolicy.Factory policy, Media media) {
        geometry.requireRoomFor(streams);
        this.geometry = geometry;
        this.media = media;
        blocks = new Blocks(geometry);
        victims = policy.over(blocks);
        place = filled(geometry.logicalPages());
        owner = filled(geometry.physicalPages());
        openBlock = filled(streams);
        nextPage = new int[streams];
        for (int block = 0; block < geometry.blocks(); block++) free.add(block);
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }

    /**
     * Writes a page.
     *
     * @param page the logical page
     * @param stream the page's stream, from 0
     * @throws IndexOutOfBoundsException if there is no such page or stream
     */
    public void write(int page, int stream) {
        Objects.checkIndex(stream, openBlock.length);
        trim(page);
        blocks.tick();
        while (isFull(stream)) {
            if (free.size() > geometry.reserveBlocks()) open(stream);
            else clean();
        }
        media.program(put(page, stream), page);
        hostWrites++;
    }

    /** Marks a page's content as no longer needed. Does nothing if it has none. */
    public void trim(int page) {
        int at = place[page];
        if (at == NONE) return;
        int block = at / geometry.pagesPerBlock();
        place[page] = NONE;
        owner[at] = NONE;
        blocks.removed(block);
        if (!isOpen(block)) victims.invalidated(block);
    }

    private boolean isOpen(int block) {
        return openBlock[blocks.stream(block)] == block;
    }

    private boolean isFull(int stream) {
        return openBlock[stream] == NONE || nextPage[stream] == geometry.pagesPerBlock();
    }

    /** Opens a free block for a stream whose open one is full. */
    private void open(int stream) {
        int full = openBlock[stream];
        int block = free.remove();
        blocks.open(block, stream);
        openBlock[stream] = block;
        nextPage[stream] = 0;
        if (full != NONE) victims.add(full);
    }

    /** Erases a victim, which frees one block; moving its pages opens at most one. */
    private void clean() {
        int victim = victims.choose();
        int stream = blocks.stream(victim);
        int from = victim * geometry.pagesPerBlock();
        for (int at = from; at < from + geometry.pagesPerBlock(); at++) {
            int page = owner[at];
            if (page == NONE) continue;
            owner[at] = NONE;
            blocks.removed(victim);
            if (isFull(stream)) open(stream);
            media.move(at, put(page, stream), page);
            moves++;
        }
        media.erase(victim);
        blocks.erased(victim);
        free.add(victim);
    }

    /** Maps a page to the next place of its stream, and returns it. */
    private int put(int page, int stream) {
        int block = openBlock[stream];
        int at = block * geometry.pagesPerBlock() + nextPage[stream]++;
        place[page] = at;
        owner[at] = page;
        blocks.added(block);
        return at;
    }

    /**
     * Returns the place of a page's content.
     *
     * @return block times pages per block, plus the page in the block; -1 if it has none
     */
    public int place(int page) {
        return place[page];
    }

    /** Returns the number of pages that the host has written. */
    public long hostWrites() {
        return hostWrites;
    }

    /** Returns the number of pages moved. */
    public long moves() {
        return moves;
    }

    /** Returns the number of erases of each block. */
    public int[] erases() {
        return blocks.erases();
    }
}
