// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records created, growing and deleted files. A single thread polls file sizes, less often those of
 * files that do not grow. Any failure ends the recording.
 */
public final class TraceRecorder implements FileEvents {
    private static final Logger logger = LoggerFactory.getLogger(TraceRecorder.class);
    private static final long PERIOD_MILLIS = 100;
    private static final long QUIET_MICROS = 10_000_000;
    private static final int LOOKS_PER_LOOK_AT_QUIET = 64;
    private static final long PATIENCE_SECONDS = 30;

    /** A created or deleted file, and the time. */
    private record Event(long micros, TrackedFile file, boolean gone, long bytes) {}

    /** The recorded state of a file. */
    private static final class Traced {
        private long number;
        private long bytes;
        private long grewMicros;
    }

    private final TraceParts parts;
    private final ScheduledExecutorService thread;
    private final InstantSource clock;
    private final JournalRanges ranges = new JournalRanges();
    private final Queue<Event> events = new ConcurrentLinkedQueue<>();
    private final Map<TrackedFile, Traced> files = new LinkedHashMap<>();
    private @Nullable FileLedger ledger;
    private @Nullable TrackedFile journal;
    private volatile boolean recording;
    private boolean begun;
    private long numbers;
    private long partBegan;
    private long lastMicros;
    private long looks;

    /**
     * Does nothing yet.
     *
     * @param maxBytes the maximum size on disk
     * @param thread an executor with one low-priority thread
     */
    public TraceRecorder(Path directory, long maxBytes, ScheduledExecutorService thread) {
        this(new TraceParts(directory, maxBytes), thread, InstantSource.system());
    }

    TraceRecorder(TraceParts parts, ScheduledExecutorService thread, InstantSource clock) {
        this.parts = parts;
        this.thread = thread;
        this.clock = clock;
    }

    /** Starts with all existing files. */
    void start(FileLedger all, @Nullable TrackedFile journalFile) {
        ledger = all;
        journal = journalFile;
        recording = true;
        for (TrackedFile file : all.tell(this)) files.put(file, new Traced());
        var unused =
                thread.scheduleWithFixedDelay(
                        () -> guarded(begun ? this::look : this::begin),
                        0,
                        PERIOD_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    private interface Step {
        void run() throws IOException;
    }

    private void guarded(Step step) {
        if (!recording) return;
        try {
            step.run();
        } catch (IOException | RuntimeException | Error e) {
            stop(e);
        }
    }

    /** Returns whether the recording is running. */
    boolean isRecording() {
        return recording;
    }

    /** Waits until the existing files have been recorded. */
    void awaitBegin() throws IOException {
        await(() -> {});
        if (!recording) throw new IOException("the recording has failed: see the node's log");
    }

    /** Records all changes so far, and ends. */
    void end() throws IOException {
        await(this::finish);
    }

    /**
     * Runs a step after those before it, and waits for it; skips it if the recording has failed.
     */
    private void await(Step step) throws IOException {
        try {
            thread.submit(() -> guarded(step)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            logger.debug("The recording has ended by itself", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the recording does not answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the recording", e);
        }
    }

    private void finish() throws IOException {
        if (!begun) begin();
        look();
        close();
    }

    private void stop(Throwable e) {
        logger.warn("Firesteel: the trace of files is not recorded any more: {}", e.toString());
        close();
    }

    private void close() {
        recording = false;
        events.clear();
        files.clear();
        thread.shutdown();
        try {
            parts.close();
        } catch (IOException unclosed) {
            logger.debug("A part of the trace could not be closed", unclosed);
        }
    }

    @Override
    public void created(TrackedFile file) {
        if (recording) events.add(new Event(micros(), file, false, -1));
    }

    @Override
    public void deleted(TrackedFile file, long bytes) {
        if (recording) events.add(new Event(micros(), file, true, bytes));
    }

    void journalWritten(long offset, int bytes) {
        if (recording) ranges.add(offset, bytes);
    }

    private long micros() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    }

    private void begin() throws IOException {
        numbers = parts.highestFile();
        for (Map.Entry<TrackedFile, Traced> each : files.entrySet()) {
            each.getValue().number = ++numbers;
            each.getValue().bytes = bytes(each.getKey());
        }
        beginPart();
        begun = true;
    }

    private void beginPart() throws IOException {
        parts.begin();
        partBegan = micros();
        lastMicros = 0;
        parts.write("firesteel-trace", 1, partBegan);
        for (Map.Entry<TrackedFile, Traced> each : files.entrySet()) {
            TrackedFile file = each.getKey();
            Traced traced = each.getValue();
            parts.write(
                    "live",
                    0,
                    traced.number,
                    file.files.kind().text(),
                    file.files.levelText(),
                    file.lifetime.text(),
                    traced.bytes);
        }
        parts.ignoreSoFar();
        parts.flush();
    }

    /** Records all changes since the last call. */
    void look() throws IOException {
        for (Event event = events.poll(); event != null; event = events.poll()) take(event);
        boolean all = looks++ % LOOKS_PER_LOOK_AT_QUIET == 0;
        long now = micros();
        for (Map.Entry<TrackedFile, Traced> each : new ArrayList<>(files.entrySet()))
            if (all || now - each.getValue().grewMicros < QUIET_MICROS)
                grown(now, each.getKey(), each.getValue(), bytes(each.getKey()));
        journal(now);
        if (parts.isFull()) beginPart();
        else parts.flush();
    }

    private void take(Event event) throws IOException {
        if (!event.gone) {
            create(event.micros, event.file);
            return;
        }
        Traced traced = files.remove(event.file);
        if (traced == null) return;
        if (event.bytes > traced.bytes) grown(event.micros, event.file, traced, event.bytes);
        parts.write("delete", time(event.micros), traced.number);
    }

    private void create(long micros, TrackedFile file) throws IOException {
        Traced traced = new Traced();
        traced.number = ++numbers;
        traced.grewMicros = micros;
        files.put(file, traced);
        parts.write(
                "create",
                time(micros),
                traced.number,
                file.files.kind().text(),
                file.files.levelText(),
                file.lifetime.text());
    }

    private void grown(long micros, TrackedFile file, Traced traced, long bytes)
            throws IOException {
        if (bytes == traced.bytes) return;
        if (bytes < traced.bytes) {
            parts.write("delete", time(micros), traced.number);
            create(micros, file);
            grown(micros, file, traced(file), bytes);
            return;
        }
        parts.write("write", time(micros), traced.number, traced.bytes, bytes - traced.bytes);
        traced.bytes = bytes;
        traced.grewMicros = micros;
    }

    private Traced traced(TrackedFile file) {
        return files.computeIfAbsent(file, absent -> new Traced());
    }

    private void journal(long micros) throws IOException {
        Traced traced = journal == null ? null : files.get(journal);
        List<JournalRanges.Range> written = ranges.take();
        if (traced == null) return;
        for (JournalRanges.Range range : written)
            parts.write("write", time(micros), traced.number, range.offset(), range.bytes());
    }

    /** Returns a file's size. If the file is missing, reports that, and returns the last size. */
    private long bytes(TrackedFile file) throws IOException {
        try {
            return file.bytes();
        } catch (NoSuchFileException e) {
            if (ledger != null) ledger.missing(file);
            Traced traced = traced(file);
            traced.grewMicros = micros(); // to check it again soon
            return traced.bytes;
        }
    }

    /** Returns the time since the part began, never less than before. */
    private long time(long micros) {
        lastMicros = Math.max(lastMicros, micros - partBegan);
        return lastMicros;
    }
}
