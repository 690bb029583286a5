// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.export.CdcDirectory;
import dev.firesteel.export.CdcFile;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.apache.cassandra.exceptions.CDCWriteException;
import org.apache.cassandra.utils.NoSpamLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies every segment with a write of a table that has {@code cdc = true} to {@code cdc_raw},
 * while it is written. The copy is the same file and index that a stock commit log would have. A
 * segment is kept in the journal until its copy is complete.
 *
 * <p>A single thread copies, and writers do not wait for it. It also measures the files. If they
 * exceed {@code cdc_total_space}, it rejects writes of such tables, or deletes the oldest files,
 * depending on {@code cdc_block_writes}. An open segment counts with its full size, as in a stock
 * node.
 */
final class ChangeCapture {
    private static final Logger logger = LoggerFactory.getLogger(ChangeCapture.class);
    private static final int LOG_INTERVAL_SECONDS = 10;

    /**
     * The minimum time between the last offset of a segment and its end mark in the index. A
     * consumer may pause between two reads of an index, and must not see an earlier offset with the
     * end.
     */
    private static final long PAUSE_MILLIS = 200;

    /** The second completes a segment; the others, one whose file was removed meanwhile. */
    private static final int LAST_RUNS = 4;

    /** Reads a segment while it is written, as {@code SegmentFollower} does; replaced in tests. */
    @FunctionalInterface
    interface Follower {
        /** Returns whether the segment was read to its end. */
        boolean readOn(ReplayHandler handler) throws IOException;
    }

    private final CdcSettings settings;
    private final CdcDirectory directory;
    private final long segmentBytes;
    private final DirtySegments segments;
    private final LongFunction<Follower> followers;
    private final ScheduledExecutorService executor;
    private volatile Runnable onCaptured = () -> {};
    private volatile boolean isFull;

    /** The copies by segment identifier; used only on the executor's thread. */
    private final Map<Long, GrowingCopy> copies = new HashMap<>();

    /**
     * Copies nothing yet.
     *
     * @param segmentBytes the size of the journal's segments
     * @param followers returns, for a segment identifier, a follower that starts before its first
     *     entry
     * @param executor a dedicated executor with one thread
     */
    ChangeCapture(
            CdcSettings settings,
            long segmentBytes,
            DirtySegments segments,
            LongFunction<Follower> followers,
            ScheduledExecutorService executor) {
        this.settings = settings;
        this.directory = new CdcDirectory(settings.directory());
        this.segmentBytes = segmentBytes;
        this.segments = segments;
        this.followers = followers;
        this.executor = executor;
    }

    /** Starts to copy, and runs the action whenever a segment has been copied. */
    void begin(Runnable onSegmentCaptured) {
        onCaptured = onSegmentCaptured;
        if (segmentBytes > settings.totalBytes())
            logger.warn(
                    "cdc_total_space is {} bytes, and a segment of the journal has {}: with"
                            + " cdc_block_writes, every write of a table with cdc = true is"
                            + " rejected; raise cdc_total_space",
                    settings.totalBytes(),
                    segmentBytes);
        var unused =
                executor.scheduleWithFixedDelay(
                        this::run, 0, settings.checkMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Checks that there is room for a write of a table that has {@code cdc = true}.
     *
     * @throws CDCWriteException if consumers have to delete files first
     */
    void requireRoom() {
        if (!isFull || !settings.blocksWrites().getAsBoolean()) return;
        String message =
                ("The write is rejected: the table has cdc = true, and there would be"
                                + " more than cdc_total_space, %d bytes, in %s. Have the consumers delete"
                                + " the files that they have read")
                        .formatted(settings.totalBytes(), directory.path());
        NoSpamLogger.log(
                logger, NoSpamLogger.Level.WARN, LOG_INTERVAL_SECONDS, TimeUnit.SECONDS, message);
        throw new CDCWriteException(message);
    }

    /** Logs failures: an exception would end the schedule. */
    private void run() {
        try {
            copy();
            measure();
        } catch (IOException | RuntimeException | Error e) {
            NoSpamLogger.log(
                    logger,
                    NoSpamLogger.Level.ERROR,
                    LOG_INTERVAL_SECONDS,
                    TimeUnit.SECONDS,
                    "Change data capture has failed in {}, and its segments stay in the journal;"
                            + " trying again: {}",
                    directory.path(),
                    e.toString());
        }
    }

    /** Copies the other segments, too, if one cannot be copied. */
    private void copy() throws IOException {
        @Nullable Exception first = null;
        for (DirtySegment segment : segments.uncaptured()) {
            try {
                copy(segment.id());
            } catch (IOException | RuntimeException e) {
                if (first == null) first = e;
            }
        }
        if (first instanceof IOException e) throw e;
        if (first instanceof RuntimeException e) throw e;
    }

    private void copy(long segmentId) throws IOException {
        forgetLost(segmentId);
        GrowingCopy copy =
                copies.computeIfAbsent(segmentId, id -> new GrowingCopy(followers.apply(id)));
        boolean isGrowing = false;
        try {
            isGrowing = copy.grow();
        } finally {
            // After a failure the file may end in half an entry, so the next copy starts over.
            if (!isGrowing) {
                copies.remove(segmentId);
                copy.close();
            }
        }
        if (isGrowing) return;
        segments.captured(segmentId);
        onCaptured.run();
    }

    /**
     * Lets a copy that was removed begin anew: the journal has the segment until it is complete.
     */
    private void forgetLost(long segmentId) throws IOException {
        GrowingCopy copy = copies.get(segmentId);
        if (copy == null || !copy.isLost()) return;
        copies.remove(segmentId);
        copy.close();
        NoSpamLogger.log(
                logger,
                NoSpamLogger.Level.WARN,
                LOG_INTERVAL_SECONDS,
                TimeUnit.SECONDS,
                "The file of segment {} or its index was removed from {} before the index said"
                        + " COMPLETED: both are written again, from the segment's beginning",
                segmentId,
                directory.path());
    }

    private void measure() throws IOException {
        List<DirtySegment> open = segments.uncaptured();
        long without = open.stream().filter(each -> !hasFile(each)).count();
        if (!segments.isNewestForCdc()) without++; // it may get its first such write
        long bytes = directory.bytes() + without * segmentBytes;
        boolean isTooMuch = bytes > settings.totalBytes();
        if (isTooMuch && !settings.blocksWrites().getAsBoolean())
            deleteOldest(
                    bytes - settings.totalBytes(),
                    open.isEmpty() ? Long.MAX_VALUE : open.get(0).id());
        isFull = isTooMuch;
    }

    private boolean hasFile(DirtySegment segment) {
        Copy copy = copies.get(segment.id());
        return copy != null && copy.hasFile();
    }

    private void deleteOldest(long bytes, long before) throws IOException {
        long freed = directory.deleteOldest(bytes, before);
        if (freed == 0) return;
        NoSpamLogger.log(
                logger,
                NoSpamLogger.Level.WARN,
                LOG_INTERVAL_SECONDS,
                TimeUnit.SECONDS,
                "Deleted the oldest {} bytes in {}, read or not: there was more than"
                        + " cdc_total_space, and cdc_block_writes is false",
                freed,
                directory.path());
    }

    /** A source of segments. */
    @FunctionalInterface
    interface Source {
        void readInto(ReplayHandler handler) throws IOException;
    }

    /**
     * Completes the copies of segments of earlier runs. When this returns, the copies survive a
     * power loss, and change data capture no longer needs the journal for them.
     *
     * @param segmentIds the segments with a write of a table that has {@code cdc = true}; segments
     *     that already have a copy are completed, too
     * @throws IOException if they cannot be written, or the thread is interrupted
     */
    void addRecovered(Source source, Set<Long> segmentIds) throws IOException {
        try (Recovered recovered = new Recovered(segmentIds)) {
            source.readInto(recovered);
            recovered.complete();
        } catch (IOException e) {
            throw new IOException(
                    ("the journal's segments cannot be copied to %s for change data"
                                    + " capture: make it writable, or set cdc_enabled: false in"
                                    + " cassandra.yaml (%s)")
                            .formatted(directory.path(), e),
                    e);
        }
    }

    /** Stops, after copying the rest as far as the time allows. Does nothing the second time. */
    void close(long patienceSeconds) {
        if (executor.isShutdown()) return;
        executor.execute(this::runLast);
        executor.shutdown();
        try {
            if (!new LoggedWait(logger::info)
                    .await(
                            seconds -> executor.awaitTermination(seconds, TimeUnit.SECONDS),
                            patienceSeconds,
                            this::uncaptured))
                logger.warn(
                        "Segments of the journal could not be copied to {} for change data capture",
                        directory.path());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String uncaptured() {
        return "change data capture: %d segments of the journal to be copied to %s"
                .formatted(segments.uncaptured().size(), directory.path());
    }

    private void runLast() {
        run();
        for (int again = 0; again < LAST_RUNS && !segments.uncaptured().isEmpty(); again++) {
            try {
                pause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            run();
        }
    }

    /** Sleeps for a fixed time: consumers do not report what they have read. */
    private static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }

    private static long now() {
        return System.nanoTime(); // owns clock
    }

    /** The copy of one segment; its file is created at the first entry. */
    private class Copy implements ReplayHandler, Closeable {
        private @Nullable CdcFile file;

        @Override
        public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry)
                throws IOException {
            CdcFile opened = file;
            if (opened == null) file = opened = open(segment);
            opened.entry(startOffset, endOffset, entry);
        }

        private CdcFile open(SegmentInfo segment) throws IOException {
            return directory.open(segment.contentVersion(), segment.id(), segment.deviceBytes());
        }

        /** Does nothing: the replay reports damage, or the read throws an exception. */
        @Override
        public void damage(Damage damage) {}

        /** Returns whether the index was advanced for consumers. */
        final boolean publish() throws IOException {
            return file != null && file.publish();
        }

        final void completeFile() throws IOException {
            if (file != null) file.complete();
        }

        final boolean hasFile() {
            return file != null;
        }

        final boolean isLost() throws IOException {
            return file != null && file.isLost();
        }

        @Override
        public final void close() throws IOException {
            if (file != null) file.close();
            file = null;
        }
    }

    /** The copy of a segment that is still being written. */
    private final class GrowingCopy extends Copy {
        private final Follower follower;

        /**
         * The time the index was last advanced, or the start: a failed copy may have advanced it
         * just before.
         */
        private long toldNanos = now();

        private GrowingCopy(Follower follower) {
            this.follower = follower;
        }

        /** Returns false once the copy is complete. */
        private boolean grow() throws IOException {
            boolean isAtEnd = follower.readOn(this);
            if (publish()) toldNanos = now();
            long quietNanos = now() - toldNanos;
            boolean isQuiet = quietNanos >= TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
            if (!isAtEnd || !isQuiet || isLost()) return true;
            completeFile();
            return false;
        }
    }

    /** Copies segments that are replayed, one after the other. */
    private final class Recovered extends Copy {
        private final Set<Long> wanted;
        private final List<SegmentInfo> published = new ArrayList<>();
        private @Nullable SegmentInfo current;
        private boolean isWanted;
        private boolean isPauseNeeded;

        private Recovered(Set<Long> wanted) {
            this.wanted = wanted;
        }

        @Override
        public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry)
                throws IOException {
            if (current == null || segment.id() != current.id()) {
                publishLast();
                current = segment;
                isWanted = isWanted(segment);
            }
            if (isWanted) super.entry(segment, startOffset, endOffset, entry);
        }

        /** Returns whether to copy the segment; a consumer may have read a completed copy. */
        private boolean isWanted(SegmentInfo segment) throws IOException {
            int version = segment.contentVersion();
            boolean isAskedFor =
                    wanted.contains(segment.id()) || directory.holds(version, segment.id());
            return isAskedFor && !directory.isCompleted(version, segment.id());
        }

        private void publishLast() throws IOException {
            if (current != null && hasFile()) published.add(current);
            isPauseNeeded |= publish();
            close();
        }

        /** Completes the copies, once all segments are read. */
        private void complete() throws IOException {
            publishLast();
            if (isPauseNeeded) letConsumersRead();
            for (SegmentInfo each : published) complete(each);
        }

        private void complete(SegmentInfo segment) throws IOException {
            int version = segment.contentVersion();
            if (!directory.holds(version, segment.id())) return; // deleted meanwhile
            try (CdcFile published = directory.open(version, segment.id(), segment.deviceBytes())) {
                published.complete();
            }
        }

        private static void letConsumersRead() throws IOException {
            try {
                pause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while consumers read the indexes");
            }
        }
    }
}
