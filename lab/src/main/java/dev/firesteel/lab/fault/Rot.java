// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Some damage to a journal that can be undone. */
final class Rot {
    /** Where it is, and what must come of it. */
    enum Place {
        ONE_SUPERBLOCK("one copy of the superblock", 512),
        EVERY_SUPERBLOCK("every copy of the superblock", 512),
        ONE_BOOKKEEPING("one copy of a slot's bookkeeping", 64),
        EVERY_BOOKKEEPING("both copies of a used slot's bookkeeping", 64),
        RECORDS("the records of a segment", Integer.MAX_VALUE);

        private final String text;

        /** How many bytes of the block mean something. */
        private final int bytes;

        Place(String text, int bytes) {
            this.text = text;
            this.bytes = bytes;
        }

        private int checkedBytes(JournalBytes journal) {
            return Math.min(bytes, journal.info().blockBytes());
        }
    }

    /** What is done to a block. */
    private enum Kind {
        BIT("a flipped bit"),
        ZEROS("zeros"),
        OTHER_BLOCK("a neighbour's content");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    private record Block(long offset, ByteBuffer before, ByteBuffer after) {}

    private final JournalBytes bytes;
    private final Place place;
    private final Kind kind;
    private final List<Block> blocks;

    private Rot(JournalBytes bytes, Place place, Kind kind, List<Block> blocks) {
        this.bytes = bytes;
        this.place = place;
        this.kind = kind;
        this.blocks = blocks;
    }

    /** Chooses some. */
    static Rot choose(JournalBytes bytes, SplittableRandom random) throws IOException {
        Place place = Place.values()[random.nextInt(Place.values().length)];
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        List<Block> blocks = new ArrayList<>();
        for (long offset : offsets(bytes, place, random))
            blocks.add(block(bytes, offset, place.checkedBytes(bytes), kind, random));
        return new Rot(bytes, place, kind, blocks);
    }

    /** Whether no node can be sure of its writes with that. */
    boolean mustBeRefused() {
        return place == Place.EVERY_SUPERBLOCK || place == Place.EVERY_BOOKKEEPING;
    }

    /** Whether there is another copy. */
    boolean mustBeMended() {
        return place == Place.ONE_SUPERBLOCK || place == Place.ONE_BOOKKEEPING;
    }

    void apply() throws IOException {
        for (Block block : blocks) bytes.write(block.offset, block.after);
    }

    void undo() throws IOException {
        for (Block block : blocks) bytes.write(block.offset, block.before);
    }

    @Override
    public String toString() {
        return kind.text + " in " + place.text;
    }

    private static List<Long> offsets(JournalBytes bytes, Place place, SplittableRandom random)
            throws IOException {
        return switch (place) {
            case ONE_SUPERBLOCK ->
                    List.of(
                            (long) JournalBytes.SUPERBLOCK_STEP
                                    * random.nextInt(JournalInfo.SUPERBLOCK_COPIES));
            case EVERY_SUPERBLOCK -> {
                List<Long> all = new ArrayList<>();
                for (int copy = 0; copy < JournalInfo.SUPERBLOCK_COPIES; copy++)
                    all.add((long) JournalBytes.SUPERBLOCK_STEP * copy);
                yield all;
            }
            case ONE_BOOKKEEPING ->
                    List.of(
                            bytes.bookkeeping(
                                    random.nextInt(bytes.info().slots()), random.nextInt(2)));
            case EVERY_BOOKKEEPING -> {
                int slot = bytes.newest().slot();
                yield List.of(bytes.bookkeeping(slot, 0), bytes.bookkeeping(slot, 1));
            }
            case RECORDS -> {
                List<SegmentInfo> segments = bytes.info().segments();
                List<Long> covered =
                        bytes.coveredBlocks(segments.get(random.nextInt(segments.size())));
                yield covered.isEmpty()
                        ? List.of()
                        : List.of(covered.get(random.nextInt(covered.size())));
            }
        };
    }

    private static Block block(
            JournalBytes bytes, long offset, int checked, Kind kind, SplittableRandom random)
            throws IOException {
        int size = bytes.info().blockBytes();
        ByteBuffer before = bytes.read(offset, size);
        ByteBuffer after =
                switch (kind) {
                    case BIT -> flipped(before, random.nextInt(checked * Byte.SIZE));
                    case ZEROS -> ByteBuffer.allocate(size);
                    case OTHER_BLOCK -> bytes.read(offset == 0 ? size : offset - size, size);
                };
        return new Block(offset, before, after);
    }

    private static ByteBuffer flipped(ByteBuffer block, int bit) {
        ByteBuffer copy = ByteBuffer.allocate(block.limit()).put(block.duplicate()).flip();
        int at = bit / Byte.SIZE;
        return copy.put(at, (byte) (copy.get(at) ^ 1 << bit % Byte.SIZE));
    }
}
