// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees the journal's oldest segments before it is full: flushes their dirty tables on a dedicated
 * thread. No write waits for this.
 */
final class PressureFlush {
    private static final Logger logger = LoggerFactory.getLogger(PressureFlush.class);

    /** Flushes tables; replaced in tests. */
    @FunctionalInterface
    interface Flush {
        void start(List<DirtySegment> segments);
    }

    private final DirtySegments segments;
    private final SpaceLimit limit;
    private final Executor executor;
    private final Flush flush;
    private final Runnable release;
    private final AtomicBoolean waiting = new AtomicBoolean();

    /**
     * @param release releases the segments that are no longer needed
     */
    PressureFlush(
            DirtySegments segments,
            SpaceLimit limit,
            Executor executor,
            Flush flush,
            Runnable release) {
        this.segments = segments;
        this.limit = limit;
        this.executor = executor;
        this.flush = flush;
        this.release = release;
    }

    /** Requests a check for segments to free on the executor. Does not block. */
    void request() {
        if (!waiting.compareAndSet(false, true)) return;
        try {
            executor.execute(this::run);
        } catch (RejectedExecutionException e) {
            logger.debug("The journal is being closed: nothing is reclaimed any more");
        }
    }

    private void run() {
        waiting.set(false);
        try {
            release.run();
            List<DirtySegment> all = segments.all();
            int excess = limit.excessSegments(all.size());
            // The newest segment is being written; flushing its tables would not free it.
            List<DirtySegment> oldest =
                    all.subList(0, Math.min(excess, Math.max(0, all.size() - 1)));
            if (oldest.stream().map(DirtySegment::dirtyTables).anyMatch(PressureFlush::isAny))
                flush.start(oldest);
        } catch (RuntimeException e) {
            logger.error("Flushing tables to free space in the journal has failed", e);
        }
    }

    private static boolean isAny(Set<?> tables) {
        return !tables.isEmpty();
    }
}
