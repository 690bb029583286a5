// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A drive with a volatile cache. Writes go to the cache, and a flush makes them stable. A power
 * loss keeps, drops or tears each write that is not stable.
 *
 * <p>A lying drive acknowledges the flush, but still keeps the last writes in its cache.
 *
 * <pre>
 *   older                                            newer
 *   image      | volatile, a flush returned  | volatile
 *   = stable   | (on a drive that lies only) |
 * </pre>
 *
 * <p>Stable data is in a file of this machine. It need not reach the machine's own drive, because
 * only the simulated power is cut. For one thread.
 */
final class Drive {
    /** Maximum size of the cache. A drive may make writes stable at any time. */
    private static final long MAX_CACHE_BYTES = 32 << 20;

    private final DriveSettings settings;
    private final FileChannel image;
    private final @Nullable WriteRecorder recorder;
    private final long bytes;
    private final Deque<CachedWrite> flushed = new ArrayDeque<>();
    private final Deque<CachedWrite> pending = new ArrayDeque<>();
    private long cachedBytes;

    Drive(DriveSettings settings) throws IOException {
        this.settings = settings;
        this.image =
                FileChannel.open(
                        Path.of(settings.image()),
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        this.recorder =
                settings.recording() == null ? null : new WriteRecorder(settings.recording());
        this.bytes = image.size();
    }

    String name() {
        return settings.name();
    }

    long bytes() {
        return bytes;
    }

    /** Reads the last written data, stable or not. */
    void read(long offset, int count, ByteBuffer target) throws IOException {
        int readable = (int) Math.max(0, Math.min(count, bytes - offset));
        ByteBuffer read = target.slice(target.position(), readable);
        while (read.hasRemaining() && image.read(read, offset + read.position()) > 0) {}
        flushed.forEach(write -> write.overlay(offset, read, readable));
        pending.forEach(write -> write.overlay(offset, read, readable));
        target.position(target.position() + readable);
    }

    void write(long offset, byte[] data) throws IOException {
        if (recorder != null) recorder.write(offset, data);
        pending.add(new CachedWrite(offset, data));
        cachedBytes += data.length;
        while (cachedBytes > MAX_CACHE_BYTES)
            makeOldestStable(flushed.isEmpty() ? pending : flushed);
    }

    /** Flushes: earlier writes become stable, or the drive pretends so. */
    void flush() throws IOException {
        if (recorder != null) recorder.flush();
        flushed.addAll(pending);
        pending.clear();
        while (flushed.size() > settings.volatileWrites()) makeOldestStable(flushed);
    }

    /** Deallocates a range, which then reads as zeros. Earlier writes become stable. */
    void trim(long offset, long length) throws IOException {
        makeAllStable();
        int descriptor = Libc.open(settings.image(), Libc.O_RDWR | Libc.O_CLOEXEC);
        try {
            Libc.punchHole(descriptor, offset, length);
        } finally {
            Libc.close(descriptor);
        }
    }

    /** Passes on each range of the data that is not a hole. All of it becomes stable. */
    void eachWritten(Ranges ranges) throws IOException {
        makeAllStable();
        int descriptor = Libc.open(settings.image(), Libc.O_RDWR | Libc.O_CLOEXEC);
        try {
            long end = 0;
            for (long start = Libc.nextData(descriptor, end);
                    start >= 0;
                    start = Libc.nextData(descriptor, end)) {
                end = Libc.nextHole(descriptor, start);
                ranges.add(start, end);
            }
        } finally {
            Libc.close(descriptor);
        }
    }

    /** Takes ranges of bytes. */
    interface Ranges {
        void add(long start, long end);
    }

    @Nullable DriveModel model() {
        return settings.model();
    }

    /**
     * Cuts the power.
     *
     * @param inFlight writes that have not completed
     */
    PowerLoss.Toll cut(List<CachedWrite> inFlight, RandomGenerator random) throws IOException {
        List<CachedWrite> completed = new ArrayList<>(flushed);
        completed.addAll(pending);
        if (settings.volatileWrites() > 0)
            AcknowledgedWrites.write(settings, flushed, pending, inFlight);
        return new PowerLoss(settings, image, random).strike(completed, inFlight);
    }

    private void makeAllStable() throws IOException {
        while (!flushed.isEmpty()) makeOldestStable(flushed);
        while (!pending.isEmpty()) makeOldestStable(pending);
    }

    private void makeOldestStable(Deque<CachedWrite> writes) throws IOException {
        CachedWrite oldest = writes.remove();
        cachedBytes -= oldest.bytes();
        ByteBuffer data = oldest.slice(0, oldest.bytes());
        while (data.hasRemaining()) image.write(data, oldest.offset() + data.position());
    }
}
