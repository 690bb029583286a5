// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A device in memory that can lose its power, tear a write, fail, rot and run out of space.
 *
 * <p>A block is written whole or not at all. When the power goes, every write that has not returned
 * leaves any subset of its blocks, chosen by the seed.
 */
final class FaultyBlockDevice implements BlockDevice {
    private final int blockBytes;
    private final boolean growable;
    private final NavigableMap<Long, byte[]> blocks;
    private volatile long sizeBytes;
    private volatile long maxSizeBytes = Long.MAX_VALUE;
    private final Random random;

    private final Set<Long> unreadable = new ConcurrentSkipListSet<>();
    private long writesUntilPowerCut = Long.MAX_VALUE;
    private long writesUntilError = Long.MAX_VALUE;
    private boolean errorAfterEffect;
    private volatile boolean off;
    private boolean failsAfterGrowth;
    private boolean hasGrown;
    private volatile int delayNanos;
    private final AtomicReference<@Nullable CountDownLatch> hold = new AtomicReference<>();
    private long writes;

    FaultyBlockDevice(int blockBytes, long sizeBytes, boolean growable, long seed) {
        this(blockBytes, sizeBytes, growable, seed, new ConcurrentSkipListMap<>());
    }

    private FaultyBlockDevice(
            int blockBytes,
            long sizeBytes,
            boolean growable,
            long seed,
            NavigableMap<Long, byte[]> blocks) {
        this.blockBytes = blockBytes;
        this.sizeBytes = sizeBytes;
        this.growable = growable;
        this.random = new Random(seed);
        this.blocks = blocks;
    }

    /** What is on the flash, under new power. */
    synchronized FaultyBlockDevice afterPowerCut(long seed) {
        off = true;
        return new FaultyBlockDevice(
                blockBytes, sizeBytes, growable, seed, new ConcurrentSkipListMap<>(blocks));
    }

    /** The power goes during the n-th write from now, counted from 1. */
    synchronized FaultyBlockDevice cutPowerAtWrite(long n) {
        writesUntilPowerCut = n;
        return this;
    }

    /**
     * The n-th write from now fails, before or after it took effect, and so does every later one.
     */
    synchronized FaultyBlockDevice failAtWrite(long n, boolean afterEffect) {
        writesUntilError = n;
        errorAfterEffect = afterEffect;
        return this;
    }

    /** Once the device has grown, the next write to a superblock fails, and no other. */
    synchronized FaultyBlockDevice failOnceAfterGrowth() {
        failsAfterGrowth = true;
        return this;
    }

    /** Writes take up to this long, so that several overlap and complete in any order. */
    FaultyBlockDevice delayWrites(int nanos) {
        delayNanos = nanos;
        return this;
    }

    /** Holds the next write until the latch is counted down. */
    void holdNextWrite(CountDownLatch latch) {
        hold.set(latch);
    }

    /** Whether the write that is to be held has come. */
    boolean isHolding() {
        return hold.get() == null;
    }

    FaultyBlockDevice limitSize(long bytes) {
        maxSizeBytes = bytes;
        return this;
    }

    /** The same content on a device of another size. */
    FaultyBlockDevice withSize(long bytes) {
        return new FaultyBlockDevice(blockBytes, bytes, growable, 1, blocks);
    }

    /** The same content on a device of larger blocks. */
    FaultyBlockDevice withBlockBytes(int bytes) {
        FaultyBlockDevice other = new FaultyBlockDevice(bytes, sizeBytes, growable, 1);
        blocks.forEach(
                (offset, block) -> {
                    byte[] target =
                            other.blocks.computeIfAbsent(
                                    offset / bytes * bytes, k -> new byte[bytes]);
                    System.arraycopy(block, 0, target, (int) (offset % bytes), block.length);
                });
        return other;
    }

    void makeUnreadable(long offset) {
        unreadable.add(offset);
    }

    /** Flips one bit. */
    void rot(long offset, int bit) {
        long block = offset / blockBytes * blockBytes;
        byte[] bytes = blocks.getOrDefault(block, new byte[blockBytes]).clone();
        bytes[(int) (offset - block)] ^= (byte) (1 << bit);
        blocks.put(block, bytes);
    }

    /** Makes a block zero. */
    void erase(long offset) {
        blocks.remove(offset);
    }

    /** Puts back what another device holds there. */
    void restore(long offset, FaultyBlockDevice from) {
        byte[] block = from.blocks.get(offset);
        if (block == null) blocks.remove(offset);
        else blocks.put(offset, block);
    }

    /** Copies a block over another. */
    void misdirect(long from, long to) {
        blocks.put(to, blocks.getOrDefault(from, new byte[blockBytes]).clone());
    }

    boolean isOff() {
        return off;
    }

    synchronized long writes() {
        return writes;
    }

    /** A fingerprint of everything on the device. */
    int contentHash() {
        int hash = Long.hashCode(sizeBytes);
        for (var each : blocks.entrySet())
            hash = 31 * hash + 17 * each.getKey().hashCode() + Arrays.hashCode(each.getValue());
        return hash;
    }

    @Override
    public int blockBytes() {
        return blockBytes;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public boolean isGrowable() {
        return growable;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public void read(long offset, ByteBuffer target) throws IOException {
        checkRange(offset, target);
        for (long at = offset; target.hasRemaining(); at += blockBytes) {
            if (unreadable.contains(at)) throw new IOException("memory: read error at " + at);
            target.put(blocks.getOrDefault(at, new byte[blockBytes]));
        }
    }

    @Override
    public void write(long offset, ByteBuffer source) throws IOException {
        checkRange(offset, source);
        List<Long> order = new ArrayList<>();
        for (long at = offset; at < offset + source.remaining(); at += blockBytes) order.add(at);
        CountDownLatch held = hold.getAndSet(null);
        if (held != null) await(held);
        if (delayNanos > 0) LockSupport.parkNanos(drawDelay());
        synchronized (this) {
            writes++;
            if (off) tear(offset, source, order);
            if (hasGrown && failsAfterGrowth && offset < Geometry.SLOTS_OFFSET) {
                failsAfterGrowth = false;
                throw new IOException("memory: write error");
            }
            if (--writesUntilError <= 0 && !errorAfterEffect)
                throw new IOException("memory: write error");
            if (--writesUntilPowerCut == 0) {
                off = true;
                tear(offset, source, order);
            }
            for (long at : order) store(offset, source, at);
            if (writesUntilError <= 0) throw new IOException("memory: write error");
        }
        source.position(source.limit());
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private synchronized int drawDelay() {
        return random.nextInt(delayNanos);
    }

    private void tear(long offset, ByteBuffer source, List<Long> order) throws IOException {
        Collections.shuffle(order, random);
        int kept = random.nextInt(order.size() + 1);
        for (long at : order.subList(0, kept)) store(offset, source, at);
        throw new IOException("memory: no power");
    }

    private void store(long offset, ByteBuffer source, long at) {
        byte[] bytes = new byte[blockBytes];
        source.get(source.position() + (int) (at - offset), bytes);
        blocks.put(at, bytes);
    }

    private void checkRange(long offset, ByteBuffer buffer) throws IOException {
        if (offset % blockBytes != 0 || buffer.remaining() % blockBytes != 0)
            throw new IllegalArgumentException(
                    "not aligned: " + offset + ", " + buffer.remaining());
        if (offset < 0 || offset + buffer.remaining() > sizeBytes)
            throw new IOException("memory: " + offset + " is behind the end");
    }

    @Override
    public synchronized void grow(long newSizeBytes) throws IOException {
        if (newSizeBytes > maxSizeBytes) throw new IOException("memory: no space left");
        hasGrown |= newSizeBytes > sizeBytes;
        sizeBytes = newSizeBytes;
    }

    @Override
    public void close() {}
}
