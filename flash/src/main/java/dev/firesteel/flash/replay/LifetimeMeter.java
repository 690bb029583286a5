// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import dev.firesteel.flash.trace.TraceHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures the age of bytes when they are overwritten or deleted: in time, and in bytes written to
 * the drive meanwhile. The latter is the clock at which the drive fills its blocks.
 */
final class LifetimeMeter implements TraceHandler {
    /** The size of the pieces in which a file is tracked. */
    private static final long CHUNK_BYTES = 1 << 20;

    /** The ages of a class: of bytes written within the trace, and of those already there. */
    static final class Ages {
        final Survival byWrites = new Survival();
        final Survival byTime = new Survival();
        final Survival restByWrites = new Survival();
        final Survival restByTime = new Survival();

        private void died(Chunk chunk, double bytes, double clock, double micros) {
            double old = Math.min(bytes, chunk.old.bytes);
            restByWrites.died(clock - chunk.old.clock, old);
            restByTime.died(micros - chunk.old.micros, old);
            byWrites.died(clock - chunk.young.clock, bytes - old);
            byTime.died(micros - chunk.young.micros, bytes - old);
        }

        private void leftAlive(Chunk chunk, double clock, double micros) {
            restByWrites.leftAlive(clock - chunk.old.clock, chunk.old.bytes);
            restByTime.leftAlive(micros - chunk.old.micros, chunk.old.bytes);
            byWrites.leftAlive(clock - chunk.young.clock, chunk.young.bytes);
            byTime.leftAlive(micros - chunk.young.micros, chunk.young.bytes);
        }
    }

    /** Bytes of similar age. */
    private static final class Part {
        /** The mean of their times of writing. */
        private double clock;

        private double micros;
        private double bytes;

        private void add(double ofBytes, double atClock, double atMicros) {
            bytes += ofBytes;
            clock += (atClock - clock) * ofBytes / bytes;
            micros += (atMicros - micros) * ofBytes / bytes;
        }
    }

    /** A piece of a file. Overwrites replace its oldest bytes first. */
    private static final class Chunk {
        /** The bytes present when the trace began: their age is unknown. */
        private final Part old = new Part();

        private final Part young = new Part();

        private double bytes() {
            return old.bytes + young.bytes;
        }

        private void remove(double bytes) {
            double fromOld = Math.min(bytes, old.bytes);
            old.bytes -= fromOld;
            young.bytes -= bytes - fromOld;
        }
    }

    private static final class Measured {
        private final Ages ages;
        private final TreeMap<Long, Chunk> chunks = new TreeMap<>();
        private long end;

        private Measured(Ages ages) {
            this.ages = ages;
        }
    }

    private final Map<FileClass, Ages> ages = new HashMap<>();
    private final Map<Long, Measured> files = new HashMap<>();
    private double clock;
    private double now;

    @Override
    public void live(long micros, long file, FileClass fileClass, Lifetime said, long bytes) {
        Measured measured = add(file, fileClass);
        for (long at = 0; at < bytes; at += CHUNK_BYTES) {
            Chunk chunk = new Chunk();
            chunk.old.add((double) Math.min(CHUNK_BYTES, bytes - at), clock, (double) micros);
            measured.chunks.put(at / CHUNK_BYTES, chunk);
        }
        measured.end = bytes;
    }

    @Override
    public void created(long micros, long file, FileClass fileClass, Lifetime said) {
        now = micros;
        var unused = add(file, fileClass);
    }

    private Measured add(long file, FileClass fileClass) {
        Measured measured = new Measured(ages.computeIfAbsent(fileClass, each -> new Ages()));
        files.put(file, measured);
        return measured;
    }

    private Measured measured(long file) {
        Measured measured = files.get(file);
        if (measured == null) throw new IllegalStateException("file " + file + " is not alive");
        return measured;
    }

    @Override
    public void written(long micros, long file, long offset, long bytes) {
        now = micros;
        Measured measured = measured(file);
        long end = offset + bytes;
        for (long at = offset; at < end; ) {
            long index = at / CHUNK_BYTES;
            long to = Math.min(end, (index + 1) * CHUNK_BYTES);
            Chunk chunk = measured.chunks.computeIfAbsent(index, each -> new Chunk());
            double known = (double) Math.max(0, Math.min(to, measured.end) - at);
            double over = Math.min(chunk.bytes(), known);
            if (over > 0) {
                measured.ages.died(chunk, over, clock, now);
                chunk.remove(over);
            }
            chunk.young.add((double) (to - at), clock, now);
            at = to;
        }
        measured.end = Math.max(measured.end, end);
        clock += bytes;
    }

    /** Ignores discards: they occur on raw devices, which have no kinds to measure. */
    @Override
    public void discarded(long micros, long file, long offset, long bytes) {}

    @Override
    public void deleted(long micros, long file) {
        now = micros;
        Measured measured = measured(file);
        for (Chunk chunk : measured.chunks.values())
            measured.ages.died(chunk, chunk.bytes(), clock, now);
        files.remove(file);
    }

    /** Ends the trace: counts the remaining bytes as alive. */
    Map<FileClass, Ages> end() {
        for (Measured measured : files.values())
            for (Chunk chunk : measured.chunks.values()) measured.ages.leftAlive(chunk, clock, now);
        files.clear();
        return ages;
    }

    /** Returns the bytes written in total. */
    double clock() {
        return clock;
    }

    /** Returns the duration in microseconds. */
    double micros() {
        return now;
    }
}
