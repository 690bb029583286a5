// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash.replay;

import dev.firesteel.flash.trace.FileClass;
import dev.firesteel.flash.trace.Lifetime;
import dev.firesteel.flash.trace.TraceHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures how long bytes live, from when they are written until they are overwritten or deleted:
 * in time, and in bytes that are written to the drive meanwhile, which is the clock by which it
 * fills its blocks.
 */
final class LifetimeMeter implements TraceHandler {
    /** So much of a file is looked at as a whole. */
    private static final long CHUNK_BYTES = 1 << 20;

    /** What is known of a class: of bytes whose birth was seen, and of those it was not. */
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

    /** Bytes of about one age. */
    private static final class Part {
        /** When they were written, on their mean. */
        private double clock;

        private double micros;
        private double bytes;

        private void add(double ofBytes, double atClock, double atMicros) {
            bytes += ofBytes;
            clock += (atClock - clock) * ofBytes / bytes;
            micros += (atMicros - micros) * ofBytes / bytes;
        }
    }

    /** A piece of a file. What is overwritten in it is its oldest. */
    private static final class Chunk {
        /** Was there when the trace began: its age is not known. */
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

    /** Devices are discarded, and have no kinds to measure. */
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

    /** The trace has ended: what lives has not died yet. */
    Map<FileClass, Ages> end() {
        for (Measured measured : files.values())
            for (Chunk chunk : measured.chunks.values()) measured.ages.leftAlive(chunk, clock, now);
        files.clear();
        return ages;
    }

    /** Bytes written in all. */
    double clock() {
        return clock;
    }

    /** Microseconds in all. */
    double micros() {
        return now;
    }
}
