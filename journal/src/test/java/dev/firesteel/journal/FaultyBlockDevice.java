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
 * A device in memory that can lose power, tear a write, fail, corrupt data and run out of space.
 *
 * <p>A block is written whole or not at all. At a power cut, every write that has not returned
 * leaves a subset of its blocks, chosen by the seed.
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

    /** Returns a device with the content of the flash, after the power has returned. */
    synchronized FaultyBlockDevice afterPowerCut(long seed) {
        off = true;
        return new FaultyBlockDevice(
                blockBytes, sizeBytes, growable, seed, new ConcurrentSkipListMap<>(blocks));
    }

    /** Cuts the power during the n-th write from now, counted from 1. */
    synchronized FaultyBlockDevice cutPowerAtWrite(long n) {
        writesUntilPowerCut = n;
        return this;
    }

    /** Fails the n-th write from now, before or after it takes effect, and every later write. */
    synchronized FaultyBlockDevice failAtWrite(long n, boolean afterEffect) {
        writesUntilError = n;
        errorAfterEffect = afterEffect;
        return this;
    }

    /** Fails only the next write to a superblock after the device has grown. */
    synchronized FaultyBlockDevice failOnceAfterGrowth() {
        failsAfterGrowth = true;
        return this;
    }

    /** Delays each write by up to this long, so that several overlap and complete in any order. */
    FaultyBlockDevice delayWrites(int nanos) {
        delayNanos = nanos;
        return this;
    }

    /** Holds the next write until the latch is counted down. */
    void holdNextWrite(CountDownLatch latch) {
        hold.set(latch);
    }

    /** Returns whether the write to hold has arrived. */
    boolean isHolding() {
        return hold.get() == null;
    }

    FaultyBlockDevice limitSize(long bytes) {
        maxSizeBytes = bytes;
        return this;
    }

    /** Returns the same content on a device of another size. */
    FaultyBlockDevice withSize(long bytes) {
        return new FaultyBlockDevice(blockBytes, bytes, growable, 1, blocks);
    }

    /** Returns the same content on a device of larger blocks. */
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

    /** Zeroes a block. */
    void erase(long offset) {
        blocks.remove(offset);
    }

    /** Restores the block from another device. */
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

    /** Returns a hash of the size and of all blocks. */
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
