// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.lifetime;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets the lifetimes of files, counts the files, and records them. */
public final class Lifetimes {
    private static final Logger logger = LoggerFactory.getLogger(Lifetimes.class);

    private final AtomicBoolean refusedBefore = new AtomicBoolean();
    private final AtomicBoolean failedBefore = new AtomicBoolean();
    private final StorageStack stack =
            new StorageStack(Path.of("/sys"), Path.of("/proc/self/mountinfo"));
    private final FileLedger ledger;
    private volatile @Nullable TraceRecorder recorder;
    private volatile @Nullable TrackedFile journal;

    /**
     * Does nothing yet.
     *
     * @param map the lifetimes of files
     * @param recorder records created and deleted files, or null
     */
    public Lifetimes(LifetimeMap map, @Nullable TraceRecorder recorder) {
        this.recorder = recorder;
        ledger = new FileLedger(map, this::give, InstantSource.system());
    }

    private boolean give(Path file, Lifetime lifetime) {
        try {
            WriteHint.set(file, lifetime);
            return true;
        } catch (LastErrorException | LinkageError e) {
            if (!refusedBefore.getAndSet(true))
                logger.warn(
                        "Firesteel: the write lifetime of {} ({}) is refused: {}. From now on"
                                + " refusals are only counted: SELECT * FROM firesteel.lifetimes",
                        file,
                        lifetime.text(),
                        String.valueOf(e.getMessage()));
            return false;
        }
    }

    /**
     * Tracks the journal; called before its first write.
     *
     * @param deviceBytes its size if it is a raw device, or -1
     */
    public void journal(Path path, long deviceBytes) {
        guarded(() -> journal = ledger.journal(path, deviceBytes));
    }

    /** Records a write to the journal. */
    public void journalWritten(long offset, int bytes) {
        TraceRecorder told = recorder;
        if (told != null) told.journalWritten(offset, bytes);
    }

    void level(Path sstable, int level) {
        ledger.level(absolute(sstable), level);
    }

    void levelIfUnknown(Path sstable, IntSupplier level) {
        Path base = absolute(sstable);
        if (!ledger.knowsLevel(base)) guarded(() -> ledger.level(base, level.getAsInt()));
    }

    void opened(Path file, boolean truncated) {
        ledger.opened(absolute(file), truncated);
    }

    void renamed(Path from, Path to) {
        ledger.renamed(absolute(from), absolute(to));
    }

    void deleted(Path file, long bytes) {
        ledger.deleted(absolute(file), bytes);
    }

    void found(Path file) throws IOException {
        ledger.found(absolute(file), Files.getLastModifiedTime(file).toMillis());
    }

    private static Path absolute(Path file) {
        return file.toAbsolutePath().normalize();
    }

    /** Starts the configured recording, if any; called once all existing files are tracked. */
    void complete() {
        TraceRecorder first = recorder;
        if (first != null) first.start(ledger, journal);
    }

    /** Starts a recording, which begins with all existing files. */
    void record(TraceRecorder next) {
        recorder = next;
        next.start(ledger, journal);
    }

    /** Returns the current or last recorder, or null. */
    @Nullable TraceRecorder recorder() {
        return recorder;
    }

    /** Returns the statistics by class of files. */
    public List<LifetimeRow> rows() {
        return ledger.rows(stack);
    }

    /** Runs an action, and catches its exceptions; logs the first. */
    void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            if (!failedBefore.getAndSet(true))
                logger.warn("Firesteel: a file has no write lifetime, or is not counted", e);
        }
    }
}
