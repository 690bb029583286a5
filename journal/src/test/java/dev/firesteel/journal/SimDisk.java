// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A drive in memory, under a simulated scheduler.
 *
 * <p>Requests overlap and complete in any order. At a power cut, each block of an incomplete write
 * is old, new, torn within the block, or garbage. Other faults are planned in {@link #faults}.
 */
final class SimDisk implements BlockDevice {
    static final int BLOCK_BYTES = 512;

    /** The outcome for a block that was being written at a power cut. */
    private enum Fate {
        OLD,
        NEW,
        TORN,
        RUBBISH
    }

    /** The number of fates, for exhaustive enumeration. */
    static final int FATES = Fate.values().length;

    /** Planned faults; each at the n-th operation of its kind from now, counted from 1. */
    static final class Faults {
        static final long NEVER = Long.MAX_VALUE;
        long writeErrorAt = NEVER;
        long readErrorAt = NEVER;

        /** Unreadable blocks, by offset. */
        final Set<Long> unreadable = new HashSet<>();

        boolean errorsStay;
        boolean errorAfterEffect;
        boolean errorAfterPart;
        long lostWriteAt = NEVER;
        long misdirectedWriteAt = NEVER;
        long misdirectedReadAt = NEVER;

        /** The target of a misdirected write; a random one if NEVER. */
        long misdirectedTo = NEVER;

        long hangingWriteAt = NEVER;
        long growErrorAt = NEVER;
        long powerCutAtWrite = NEVER;

        /**
         * Maximum number of completed writes that are not durable yet; 0 for a drive that does not
         * lie.
         */
        int volatileWrites;
    }

    private static final class Write {
        private final long offset;
        private final byte[] bytes;

        private Write(long offset, byte[] bytes) {
            this.offset = offset;
            this.bytes = bytes;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record OldBlock(long offset, byte[] bytes) {}

    private final boolean growable;
    private long maxSizeBytes = Long.MAX_VALUE;
    private final Map<Long, byte[]> blocks;
    private final List<Write> inFlight = new ArrayList<>();
    private final Deque<List<OldBlock>> undurable = new ArrayDeque<>();
    private long sizeBytes;
    private @Nullable SimScheduler scheduler;
    private SimRandom random;
    private Faults faults = new Faults();
    private Consumer<byte[]> observer = bytes -> {};
    private long reads;
    private long writes;

    /** The intended offset of the last completed write. */
    private long lastWrite;

    private long grows;
    private boolean faulted;
    private boolean hung;

    SimDisk(long sizeBytes, boolean growable, SimRandom random) {
        this(sizeBytes, growable, random, new TreeMap<>());
    }

    private SimDisk(long sizeBytes, boolean growable, SimRandom random, Map<Long, byte[]> blocks) {
        this.sizeBytes = sizeBytes;
        this.growable = growable;
        this.random = random;
        this.blocks = blocks;
    }

    /** Returns the same content for a separate history. Blocks are never changed in place. */
    SimDisk copy(SimRandom newRandom) {
        SimDisk copy = new SimDisk(sizeBytes, growable, newRandom, new TreeMap<>(blocks));
        copy.maxSizeBytes = maxSizeBytes;
        copy.inFlight.addAll(inFlight);
        return copy;
    }

    void limitSize(long bytes) {
        maxSizeBytes = bytes;
    }

    /** Calls the observer for every submitted write. */
    void observe(Consumer<byte[]> newObserver) {
        observer = newObserver;
    }

    /** Connects the device to a scheduler; without one, no operation waits. Resets the counts. */
    void connect(@Nullable SimScheduler newScheduler, Faults newFaults) {
        scheduler = newScheduler;
        faults = newFaults;
        reads = 0;
        writes = 0;
        grows = 0;
        faulted = false;
        hung = false;
    }

    /** Cuts the power while the n-th write from now is in flight. */
    void cutPowerAtWrite(long n) {
        faults.powerCutAtWrite = writes + n;
    }

    /** Returns whether a write has hung since {@link #connect}. */
    boolean hasHung() {
        return hung;
    }

    /** Returns whether a fault other than a power cut has happened. */
    boolean hasFaulted() {
        return faulted;
    }

    long reads() {
        return reads;
    }

    long writes() {
        return writes;
    }

    /** Returns the number of blocks that were in flight at the power cut. */
    int blocksInFlight() {
        return inFlight.stream().mapToInt(write -> write.bytes.length / BLOCK_BYTES).sum();
    }

    /** Decides the content after the power cut. */
    void settle() {
        settle(random::below);
    }

    /**
     * Decides the content after the power cut.
     *
     * @param fate returns a number below its argument
     */
    void settle(IntUnaryOperator fate) {
        while (!undurable.isEmpty()) loseOrKeep(undurable.removeLast());
        for (Write write : inFlight)
            for (int at = 0; at < write.bytes.length; at += BLOCK_BYTES)
                settle(write, at, Fate.values()[fate.applyAsInt(FATES)]);
        inFlight.clear();
        scheduler = null;
    }

    /** Reverts completed writes of a drive that lies, block by block. */
    private void loseOrKeep(List<OldBlock> write) {
        if (random.oneIn(2)) return;
        faulted = true;
        for (OldBlock old : write) if (!random.oneIn(4)) blocks.put(old.offset, old.bytes);
    }

    private void settle(Write write, int at, Fate fate) {
        byte[] old = block(write.offset + at);
        byte[] result = Arrays.copyOfRange(write.bytes, at, at + BLOCK_BYTES);
        switch (fate) {
            case OLD -> result = old;
            case NEW -> {}
            case TORN -> {
                // The important fields are at the front of a block.
                int cut = random.between(1, random.oneIn(2) ? 96 : BLOCK_BYTES - 1);
                boolean front = random.oneIn(2);
                int from = front ? cut : 0;
                int to = front ? BLOCK_BYTES : cut;
                System.arraycopy(old, from, result, from, to - from);
            }
            case RUBBISH -> {
                byte filling = (byte) (random.oneIn(2) ? 0 : random.nextLong());
                Arrays.fill(result, filling);
            }
        }
        blocks.put(write.offset + at, result);
    }

    /** Flips a bit. */
    void rot(long offset, int bit) {
        long start = offset / BLOCK_BYTES * BLOCK_BYTES;
        byte[] bytes = block(start).clone();
        bytes[(int) (offset - start)] ^= (byte) (1 << bit);
        blocks.put(start, bytes);
        faulted = true;
    }

    void erase(long offset) {
        blocks.remove(offset);
        faulted = true;
    }

    void duplicate(long from, long to) {
        blocks.put(to, block(from));
        faulted = true;
    }

    /** Returns the offsets of blocks that are not zero. */
    List<Long> writtenBlocks() {
        return List.copyOf(blocks.keySet());
    }

    /** Returns the current content of a block; must not be changed. */
    byte[] block(long offset) {
        byte[] bytes = blocks.get(offset);
        return bytes != null ? bytes : new byte[BLOCK_BYTES];
    }

    @Override
    public int blockBytes() {
        return BLOCK_BYTES;
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
        return "simulated";
    }

    @Override
    public void read(long offset, ByteBuffer target) throws IOException {
        checkRange(offset, target);
        await();
        reads++;
        if (happens(reads, faults.readErrorAt)) throw new IOException("simulated read error");
        long misread = -1;
        if (reads == faults.misdirectedReadAt) {
            faulted = true;
            misread = offset + random.below(target.remaining() / BLOCK_BYTES) * (long) BLOCK_BYTES;
        }
        for (long at = offset; at < offset + target.remaining(); at += BLOCK_BYTES)
            if (faults.unreadable.contains(at)) {
                faulted = true;
                throw new IOException("simulated: block at " + at + " is unreadable");
            }
        for (long at = offset; target.hasRemaining(); at += BLOCK_BYTES)
            target.put(block(at == misread ? elsewhere(BLOCK_BYTES) : at));
    }

    @Override
    public void write(long offset, ByteBuffer source) throws IOException {
        checkRange(offset, source);
        byte[] submitted = new byte[source.remaining()];
        source.get(source.position(), submitted);
        Write write = new Write(offset, submitted);
        checkAlone(write);
        inFlight.add(write);
        observer.accept(submitted);
        long number = ++writes;
        if (scheduler != null && number == faults.powerCutAtWrite) scheduler.halt();
        await();
        if (scheduler != null && number == faults.hangingWriteAt) {
            hung = true;
            scheduler.sleep(30_000_000_000L);
        }
        if (!isUnchanged(source, submitted) && scheduler != null)
            scheduler.violated(new AssertionError("a buffer was changed while it was written"));
        inFlight.remove(write);
        if (happens(number, faults.writeErrorAt)) fail(write);
        if (number == faults.lostWriteAt) faulted = true;
        else if (number == faults.misdirectedWriteAt) misdirect(write);
        else store(write, submitted.length);
        lastWrite = offset;
        source.position(source.limit());
    }

    /** Checks that no two writes to one block overlap: the final content would be undefined. */
    private void checkAlone(Write write) {
        for (Write other : inFlight)
            if (scheduler != null
                    && other.offset < write.offset + write.bytes.length
                    && write.offset < other.offset + other.bytes.length)
                scheduler.violated(new AssertionError("two writes at once at " + write.offset));
    }

    private static boolean isUnchanged(ByteBuffer source, byte[] submitted) {
        return source.mismatch(ByteBuffer.wrap(submitted)) == -1;
    }

    private boolean happens(long number, long at) {
        boolean happens = faults.errorsStay ? number >= at : number == at;
        faulted |= happens;
        return happens;
    }

    private void fail(Write write) throws IOException {
        if (faults.errorAfterEffect)
            store(
                    write,
                    faults.errorAfterPart
                            ? random.below(write.bytes.length / BLOCK_BYTES + 1) * BLOCK_BYTES
                            : write.bytes.length);
        throw new IOException("simulated write error");
    }

    private void misdirect(Write write) {
        faulted = true;
        long to =
                switch (faults.misdirectedTo == Faults.NEVER ? random.below(4) : -1) {
                    case -1 -> faults.misdirectedTo;
                    case 0 -> write.offset + (random.below(9) - 4) * (long) BLOCK_BYTES;
                    case 1 -> lastWrite; // the write may prove that one durable
                    default -> elsewhere(write.bytes.length);
                };
        boolean fits = to >= 0 && to + write.bytes.length <= sizeBytes;
        store(
                new Write(fits ? to : elsewhere(write.bytes.length), write.bytes),
                write.bytes.length);
    }

    private long elsewhere(int bytes) {
        return random.below((int) ((sizeBytes - bytes) / BLOCK_BYTES) + 1) * (long) BLOCK_BYTES;
    }

    private void store(Write write, int bytes) {
        if (faults.volatileWrites > 0) remember(write);
        for (int at = 0; at < bytes; at += BLOCK_BYTES)
            blocks.put(write.offset + at, Arrays.copyOfRange(write.bytes, at, at + BLOCK_BYTES));
    }

    private void remember(Write write) {
        List<OldBlock> old = new ArrayList<>();
        for (int at = 0; at < write.bytes.length; at += BLOCK_BYTES)
            old.add(new OldBlock(write.offset + at, block(write.offset + at)));
        undurable.addLast(old);
        if (undurable.size() > faults.volatileWrites) undurable.removeFirst();
    }

    private void checkRange(long offset, ByteBuffer buffer) throws IOException {
        if (offset % BLOCK_BYTES != 0 || buffer.remaining() % BLOCK_BYTES != 0)
            throw new IllegalArgumentException(
                    "not aligned: " + offset + ", " + buffer.remaining());
        if (offset < 0 || offset + buffer.remaining() > sizeBytes)
            throw new IOException("simulated: " + offset + " is behind the end");
    }

    private void await() {
        if (scheduler != null) scheduler.awaitDevice();
    }

    @Override
    public void grow(long newSizeBytes) throws IOException {
        await();
        if (newSizeBytes > maxSizeBytes) throw new IOException("simulated: no space left");
        if (happens(++grows, faults.growErrorAt)) throw new IOException("simulated: no space left");
        sizeBytes = Math.max(sizeBytes, newSizeBytes);
    }

    @Override
    public void close() {}
}
