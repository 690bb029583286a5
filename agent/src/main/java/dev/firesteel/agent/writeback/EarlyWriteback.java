// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.writeback;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts writeback of an SSTable to the drive while Cassandra still writes it.
 *
 * <p>Cassandra leaves an SSTable in the page cache until it is complete, and then syncs it, a
 * hundred MiB at once. Each durable write meanwhile waits until the drive has flushed all of it
 * from its cache. After writeback in steps, there is little left to wait for.
 *
 * <p>Durability does not depend on it: SSTables are synced as before.
 */
public final class EarlyWriteback {
    /** Starts writeback of a part of a file. */
    interface Starter {
        void start(String file, long offset, long bytes);
    }

    private static final Logger logger = LoggerFactory.getLogger(EarlyWriteback.class);

    /** The only static state: changed code in Cassandra has no other access to Firesteel. */
    private static final AtomicReference<@Nullable EarlyWriteback> WANTED = new AtomicReference<>();

    private static final long NOT_KNOWN = -1;

    private final long stepBytes;
    private final Starter starter;
    private final AtomicBoolean refusedBefore = new AtomicBoolean();
    private final LongAdder begunBytes = new LongAdder();

    EarlyWriteback(long stepBytes, Starter starter) {
        this.stepBytes = stepBytes;
        this.starter = starter;
    }

    /**
     * Enables writeback whenever a file has grown by a step.
     *
     * @param stepBytes above 0
     */
    public static void begin(long stepBytes) {
        WANTED.set(new EarlyWriteback(stepBytes, Kernel::startWriteback));
    }

    /** Returns the number of bytes whose writeback began early since the start. */
    public static long begunBytes() {
        EarlyWriteback wanted = WANTED.get();
        return wanted == null ? 0 : wanted.begunBytes.sum();
    }

    /** Returns the position of a writer before it writes, for {@link #written}. */
    public static long position(FileChannel channel) {
        return WANTED.get() == null ? NOT_KNOWN : positionOf(channel);
    }

    private static long positionOf(FileChannel channel) {
        try {
            return channel.position();
        } catch (IOException e) {
            return NOT_KNOWN; // it was closed: the write itself fails
        }
    }

    /**
     * Called after a write to a file.
     *
     * @param before the result of {@link #position}
     */
    public static void written(String file, long before, FileChannel channel) {
        EarlyWriteback wanted = WANTED.get();
        if (wanted != null && before != NOT_KNOWN) wanted.grown(file, before, positionOf(channel));
    }

    /** Starts writeback of the steps completed between two positions, if any. */
    void grown(String file, long from, long to) {
        long first = from / stepBytes * stepBytes;
        long bytes = to / stepBytes * stepBytes - first;
        if (bytes <= 0) return;
        try {
            starter.start(file, first, bytes);
            begunBytes.add(bytes);
        } catch (RuntimeException | LinkageError e) {
            if (!refusedBefore.getAndSet(true))
                logger.warn(
                        "Firesteel: the kernel does not begin to write {} before it is synced: {}."
                                + " This is logged once",
                        file,
                        String.valueOf(e.getMessage()));
        }
    }
}
