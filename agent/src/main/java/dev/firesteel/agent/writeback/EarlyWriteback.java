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
 * Has the kernel begin to write an SSTable to the drive while Cassandra still writes it.
 *
 * <p>Cassandra leaves an SSTable in the page cache until it is complete, and then syncs it: a
 * hundred MiB at once, and each durable write that comes meanwhile waits until the drive has
 * emptied its cache of all of them. Begun step by step, there is little left to wait for.
 *
 * <p>Nothing depends on it: SSTables are synced as before.
 */
public final class EarlyWriteback {
    /** How a part of a file is begun. */
    interface Starter {
        void start(String file, long offset, long bytes);
    }

    private static final Logger logger = LoggerFactory.getLogger(EarlyWriteback.class);

    /** The one static state: changed code has nothing else by which it could reach us. */
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
     * From now on, whenever a file has grown by a step.
     *
     * @param stepBytes above 0
     */
    public static void begin(long stepBytes) {
        WANTED.set(new EarlyWriteback(stepBytes, Kernel::startWriteback));
    }

    /** How many bytes have been begun early since the start. */
    public static long begunBytes() {
        EarlyWriteback wanted = WANTED.get();
        return wanted == null ? 0 : wanted.begunBytes.sum();
    }

    /** Where a writer stands before it writes, for {@link #written}. */
    public static long position(FileChannel channel) {
        return WANTED.get() == null ? NOT_KNOWN : positionOf(channel);
    }

    private static long positionOf(FileChannel channel) {
        try {
            return channel.position();
        } catch (IOException e) {
            return NOT_KNOWN; // it was closed: who writes to it is told
        }
    }

    /**
     * A writer has written from one position of its file to another.
     *
     * @param before what {@link #position} has returned
     */
    public static void written(String file, long before, FileChannel channel) {
        EarlyWriteback wanted = WANTED.get();
        if (wanted != null && before != NOT_KNOWN) wanted.grown(file, before, positionOf(channel));
    }

    /** Begins the steps that have become whole between two positions, if there are any. */
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
                                + " This is said once",
                        file,
                        String.valueOf(e.getMessage()));
        }
    }
}
