// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Draws damage to an image. A random place is in each region with equal probability. */
final class CorruptionPlan {
    /** The kind of content at a place. */
    enum Region {
        SUPERBLOCK,
        BOOKKEEPING,
        HEADER,
        PAYLOAD,
        PADDING,
        /** Free slots, and the space behind the last record. */
        UNUSED
    }

    private record Range(long offset, int bytes) {}

    private final EngineImage image;
    private final Geometry geometry;
    private final Map<Region, List<Range>> ranges = new EnumMap<>(Region.class);

    CorruptionPlan(EngineImage image) {
        this.image = image;
        this.geometry = image.superblock().geometry();
        for (int copy = 0; copy < Geometry.SUPERBLOCK_COPIES; copy++)
            add(Region.SUPERBLOCK, Geometry.superblockOffset(copy), Superblock.BYTES);
        for (int slot = 0; slot < image.superblock().slots(); slot++) {
            for (int copy = 0; copy < 2; copy++) in(Region.BOOKKEEPING).add(slotHeader(slot, copy));
            addRecords(slot);
        }
    }

    private void addRecords(int slot) {
        long live =
                image.slots().live().stream()
                        .filter(each -> each.slot() == slot)
                        .mapToLong(SlotHeader::segmentId)
                        .findFirst()
                        .orElse(-1);
        ByteBuffer content = ByteBuffer.wrap(image.device().content());
        int block = Geometry.FIRST_BLOCK;
        while (block < geometry.endBlock()) {
            int at = (int) geometry.blockOffset(slot, block);
            RecordHeader header = RecordHeader.decode(content, at);
            if (header == null || header.segmentId() != live || header.block() != block) {
                add(Region.UNUSED, at, geometry.blockBytes());
                block++;
                continue;
            }
            int blocks = geometry.blocks(header.bytes());
            add(Region.HEADER, at, RecordHeader.BYTES);
            add(Region.PAYLOAD, at + RecordHeader.BYTES, header.bodyBytes());
            add(
                    Region.PADDING,
                    at + header.bytes(),
                    blocks * geometry.blockBytes() - header.bytes());
            block += blocks;
        }
    }

    private void add(Region region, long offset, int bytes) {
        if (bytes > 0) in(region).add(new Range(offset, bytes));
    }

    private List<Range> in(Region region) {
        return ranges.computeIfAbsent(region, k -> new ArrayList<>());
    }

    /**
     * Damages one or two places, swaps two blocks, or damages both copies of a slot's bookkeeping.
     * Or it damages three copies of the superblock, and perhaps the fourth.
     */
    Corruption draw(RandomGenerator random) {
        Corruption corruption = new Corruption(image.device());
        switch (random.nextInt(6)) {
            case 0 -> {
                int slot = random.nextInt(image.superblock().slots());
                for (int copy = 0; copy < 2; copy++)
                    spoil(corruption, random, slotHeader(slot, copy));
            }
            case 1 -> {
                List<Range> copies = new ArrayList<>(in(Region.SUPERBLOCK));
                copies.remove(random.nextInt(copies.size()));
                for (Range each : copies) spoil(corruption, random, each);
                if (random.nextInt(4) == 0)
                    spoil(corruption, random, any(random, Region.SUPERBLOCK));
            }
            case 2 -> {
                spoil(corruption, random, any(random));
                spoil(corruption, random, any(random));
            }
            case 3 -> corruption.swap(anyBlock(random), anyBlock(random));
            default -> spoil(corruption, random, any(random));
        }
        return corruption;
    }

    /** Visits every byte of metadata and payload, and the padding. */
    void eachByte(Visit visit) throws IOException {
        for (Region region : Region.values()) {
            if (region == Region.UNUSED) continue;
            for (Range range : in(region))
                for (int i = 0; i < range.bytes; i++) visit.at(range.offset + i);
        }
    }

    /** Called for each offset. */
    @FunctionalInterface
    interface Visit {
        void at(long offset) throws IOException;
    }

    private Range slotHeader(int slot, int copy) {
        return new Range(geometry.bookkeepingOffset(slot, copy), SlotHeader.BYTES);
    }

    private Range any(RandomGenerator random) {
        return any(random, Region.values()[random.nextInt(Region.values().length)]);
    }

    private Range any(RandomGenerator random, Region region) {
        List<Range> candidates = in(region);
        return candidates.get(random.nextInt(candidates.size()));
    }

    private void spoil(Corruption corruption, RandomGenerator random, Range range) {
        long offset = range.offset + random.nextInt(range.bytes);
        long block = start(offset);
        List<byte[]> earlier = image.earlier().getOrDefault(block, List.of());
        switch (random.nextInt(4)) {
            case 0 -> corruption.flipBit(offset, random.nextInt(8));
            case 1 -> corruption.zero(block);
            case 2 -> {
                long from = anyBlock(random);
                corruption.overwrite(block, image.device().block(from), "block " + from);
            }
            default -> {
                if (earlier.isEmpty()) corruption.zero(block);
                else {
                    int lap = random.nextInt(earlier.size());
                    corruption.overwrite(block, earlier.get(lap), "its content of lap " + lap);
                }
            }
        }
    }

    private long anyBlock(RandomGenerator random) {
        return start(any(random).offset);
    }

    private long start(long offset) {
        return offset / geometry.blockBytes() * geometry.blockBytes();
    }
}
