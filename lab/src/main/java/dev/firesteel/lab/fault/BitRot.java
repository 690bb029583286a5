// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Reversible corruption of a journal. */
final class BitRot {
    /** The corrupted place, which determines the required reaction. */
    enum Place {
        ONE_SUPERBLOCK("one copy of the superblock", 512),
        EVERY_SUPERBLOCK("every copy of the superblock", 512),
        ONE_BOOKKEEPING("one copy of a used slot's metadata", 64),
        EVERY_BOOKKEEPING("both copies of a used slot's metadata", 64),
        RECORDS("a record that was durable", Integer.MAX_VALUE);

        private final String text;

        /** The number of used bytes of the block. */
        private final int bytes;

        Place(String text, int bytes) {
            this.text = text;
            this.bytes = bytes;
        }

        private int checkedBytes(JournalBytes journal) {
            return Math.min(bytes, journal.info().blockBytes());
        }
    }

    /** The change to a block. */
    private enum Kind {
        BIT("a flipped bit"),
        ZEROS("zeros"),
        OTHER_BLOCK("a neighbour's content");

        private final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    private record Block(JournalBytes.Block at, ByteBuffer before, ByteBuffer after) {
        boolean isChanged() {
            return !before.slice(0, at.bytes()).equals(after.slice(0, at.bytes()));
        }
    }

    /** Exit code of the agent if there is no journal, and its messages. */
    private static final int NO_JOURNAL = 3;

    private static final List<String> NO_SUPERBLOCK =
            List.of(
                    "no copy of its superblock is intact",
                    "does not hold a Firesteel journal, but something else",
                    " is blank");

    private final JournalBytes bytes;
    private final Place place;
    private final Kind kind;
    private final List<Block> blocks;

    private BitRot(JournalBytes bytes, Place place, Kind kind, List<Block> blocks) {
        this.bytes = bytes;
        this.place = place;
        this.kind = kind;
        this.blocks = blocks;
    }

    /** Chooses a corruption at random; one without effect is drawn again. */
    static BitRot choose(JournalBytes bytes, SplittableRandom random) throws IOException {
        while (true) {
            BitRot rot = draw(bytes, random);
            boolean isWhole = rot.blocks.stream().allMatch(Block::isChanged);
            if (isWhole && !rot.blocks.isEmpty()) return rot;
        }
    }

    private static BitRot draw(JournalBytes bytes, SplittableRandom random) throws IOException {
        Place place = Place.values()[random.nextInt(Place.values().length)];
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        List<Block> blocks = new ArrayList<>();
        for (JournalBytes.Block at : places(bytes, place, random))
            blocks.add(block(bytes, at, kind, random));
        return new BitRot(bytes, place, kind, blocks);
    }

    /** Returns whether nodes must refuse to start with it. */
    boolean mustBeRefused() {
        return !mustBeMended();
    }

    /** Returns whether another copy exists, so that nodes must repair it. */
    boolean mustBeMended() {
        return place == Place.ONE_SUPERBLOCK || place == Place.ONE_BOOKKEEPING;
    }

    /**
     * Returns whether a node that has ended has named the damage.
     *
     * @param log its log since its start
     */
    boolean isNamedBy(int exitCode, LogTail log) {
        if (place == Place.EVERY_SUPERBLOCK)
            return exitCode == NO_JOURNAL && NO_SUPERBLOCK.stream().anyMatch(log::says);
        return new DamageReport(DamageReport.OF_JOURNAL).isMadeBy(exitCode, log);
    }

    /** Returns the blocks that it changes. */
    List<DamageNote.Block> blocks() {
        return blocks.stream()
                .map(each -> new DamageNote.Block(each.at.offset(), each.before, each.after))
                .toList();
    }

    void apply() throws IOException {
        for (Block block : blocks) bytes.write(block.at.offset(), block.after);
    }

    void undo() throws IOException {
        for (Block block : blocks) bytes.write(block.at.offset(), block.before);
    }

    @Override
    public String toString() {
        return kind.text + " in " + place.text;
    }

    private static List<JournalBytes.Block> places(
            JournalBytes bytes, Place place, SplittableRandom random) throws IOException {
        if (place == Place.RECORDS) return record(bytes, random);
        return offsets(bytes, place, random)
                .mapToObj(offset -> new JournalBytes.Block(offset, place.checkedBytes(bytes)))
                .toList();
    }

    private static List<JournalBytes.Block> record(JournalBytes bytes, SplittableRandom random)
            throws IOException {
        List<JournalBytes.Block> durable = bytes.durableBlocks(used(bytes, random));
        return durable.isEmpty() ? List.of() : List.of(durable.get(random.nextInt(durable.size())));
    }

    /** Returns a random used segment. Most slots are free, and never read. */
    private static SegmentInfo used(JournalBytes bytes, SplittableRandom random) {
        List<SegmentInfo> segments = bytes.info().segments();
        return segments.get(random.nextInt(segments.size()));
    }

    private static LongStream offsets(JournalBytes bytes, Place place, SplittableRandom random)
            throws IOException {
        int copies = JournalInfo.SUPERBLOCK_COPIES;
        return switch (place) {
            case ONE_SUPERBLOCK -> LongStream.of(superblock(random.nextInt(copies)));
            case EVERY_SUPERBLOCK -> IntStream.range(0, copies).mapToLong(BitRot::superblock);
            case ONE_BOOKKEEPING ->
                    LongStream.of(bytes.bookkeeping(used(bytes, random).slot(), random.nextInt(2)));
            case EVERY_BOOKKEEPING -> {
                int slot = bytes.newest().slot();
                yield LongStream.of(bytes.bookkeeping(slot, 0), bytes.bookkeeping(slot, 1));
            }
            case RECORDS -> LongStream.empty();
        };
    }

    private static long superblock(int copy) {
        return (long) JournalBytes.SUPERBLOCK_STEP * copy;
    }

    private static Block block(
            JournalBytes bytes, JournalBytes.Block at, Kind kind, SplittableRandom random)
            throws IOException {
        int size = bytes.info().blockBytes();
        long offset = at.offset();
        ByteBuffer before = bytes.read(offset, size);
        ByteBuffer after =
                switch (kind) {
                    case BIT -> flipped(before, random.nextInt(at.bytes() * Byte.SIZE));
                    case ZEROS -> ByteBuffer.allocate(size);
                    case OTHER_BLOCK -> bytes.read(offset == 0 ? size : offset - size, size);
                };
        return new Block(at, before, after);
    }

    private static ByteBuffer flipped(ByteBuffer block, int bit) {
        ByteBuffer copy = ByteBuffer.allocate(block.limit()).put(block.duplicate()).flip();
        int at = bit / Byte.SIZE;
        return copy.put(at, (byte) (copy.get(at) ^ 1 << bit % Byte.SIZE));
    }
}
