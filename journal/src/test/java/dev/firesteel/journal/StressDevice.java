// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;

/**
 * The slots of a small formatted journal, in unguarded memory. A thread surely sees another's write
 * only if the engine has ordered the two.
 */
final class StressDevice implements BlockDevice {
    static final Geometry GEOMETRY = new Geometry(512, Geometry.MIN_SEGMENT_BLOCKS * 512);

    private static final int SLOTS = 8;
    private static final ImageDevice FORMATTED = format();
    static final Superblock SUPERBLOCK = superblock();

    private final byte[] slots = new byte[SLOTS * GEOMETRY.segmentBytes()];

    StressDevice() {
        System.arraycopy(FORMATTED.content(), (int) Geometry.SLOTS_OFFSET, slots, 0, slots.length);
    }

    private static ImageDevice format() {
        long bytes = GEOMETRY.deviceBytes(SLOTS);
        ImageDevice image = new ImageDevice(GEOMETRY.blockBytes(), new byte[(int) bytes]);
        try {
            new JournalFormat(
                            bytes,
                            GEOMETRY.segmentBytes(),
                            JournalFixture.POSITION_BASE,
                            JournalFixture.POSITION_OVERHEAD)
                    .write(image, InstantSource.system(), (done, of) -> {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return image;
    }

    private static Superblock superblock() {
        try {
            return Superblocks.read(FORMATTED).superblock().inEpoch(1, 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a byte of a block of a slot, as the calling thread sees it. */
    byte at(int slot, int block, int offset) {
        return slots[slot * GEOMETRY.segmentBytes() + block * GEOMETRY.blockBytes() + offset];
    }

    @Override
    public int blockBytes() {
        return GEOMETRY.blockBytes();
    }

    @Override
    public long sizeBytes() {
        return GEOMETRY.deviceBytes(SLOTS);
    }

    @Override
    public boolean isGrowable() {
        return false;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public void read(long offset, ByteBuffer target) {
        target.put(slots, (int) (offset - Geometry.SLOTS_OFFSET), target.remaining());
    }

    @Override
    public void write(long offset, ByteBuffer source) {
        source.get(slots, (int) (offset - Geometry.SLOTS_OFFSET), source.remaining());
    }

    @Override
    public void grow(long newSizeBytes) throws IOException {
        throw new IOException("memory: it does not grow");
    }

    @Override
    public void close() {}
}
