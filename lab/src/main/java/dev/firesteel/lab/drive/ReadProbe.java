// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how long single reads of a device take that bypass the page cache. They come with
 * pauses, as requests to a slow drive do: an idle processor takes longer to wake up.
 */
final class ReadProbe {
    private static final int READS = 200;
    private static final long PAUSE_NANOS = 1_000_000;
    private static final int BYTES = 4_096;
    private static final int DIFFERENT = 8;

    private ReadProbe() {}

    /** Returns the median of a new file in a directory, which is deleted again. */
    static Duration medianIn(Path directory) throws IOException {
        Path file = directory.resolve(".firesteel-probe");
        try {
            Files.write(file, new byte[DIFFERENT * BYTES]);
        } catch (IOException e) {
            throw new IOException(
                    "cannot write to the drive: %s: if it is full, give a larger size="
                            .formatted(e.getMessage()),
                    e);
        }
        try {
            return median(file);
        } finally {
            Files.delete(file);
        }
    }

    /**
     * Returns the median, after as many reads that are not measured.
     *
     * @param device a block device, or a file of at least 8 pages
     */
    static Duration median(Path device) throws IOException {
        ByteBuffer target = ByteBuffer.allocateDirect(2 * BYTES).alignedSlice(BYTES).limit(BYTES);
        long[] nanos = new long[READS];
        try (FileChannel channel =
                FileChannel.open(device, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
            for (int i = -READS; i < READS; i++) {
                if (i >= 0) LockSupport.parkNanos(PAUSE_NANOS);
                long before = System.nanoTime(); // owns clock
                channel.read(
                        target.clear().limit(BYTES), Math.floorMod(i, DIFFERENT) * (long) BYTES);
                if (i >= 0) nanos[i] = System.nanoTime() - before; // owns clock
            }
        }
        Arrays.sort(nanos);
        return Duration.ofNanos(nanos[READS / 2]);
    }
}
