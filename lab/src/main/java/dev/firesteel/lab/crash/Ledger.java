// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.JsonLine;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of writes attempted and acknowledged, values read, and the state afterwards.
 *
 * <p>Each run of the ledger's process adds a generation of {@link LedgerLog}s, one a thread. {@link
 * #settle} closes them into a {@link Checkpoint}. A ledger can be open only once at a time.
 */
public final class Ledger implements Closeable {
    private final Path directory;
    private final LedgerShape shape;
    private final FileChannel lock;
    private final LedgerState state;
    private long generation;
    private long attempts;
    private long acknowledgements;
    private long sights;

    private Ledger(Path directory, LedgerShape shape, FileChannel lock) {
        this.directory = directory;
        this.shape = shape;
        this.lock = lock;
        this.state = new LedgerState(shape.keys());
    }

    /**
     * Opens and reads a ledger, or creates one.
     *
     * @throws LedgerException if it is damaged, of another shape, or in use
     */
    public static Ledger open(Path directory, LedgerShape shape) throws IOException {
        Files.createDirectories(directory);
        FileChannel lock = lock(directory);
        try {
            requireShape(directory.resolve("shape.json"), shape);
            Ledger ledger = new Ledger(directory, shape, lock);
            ledger.load();
            return ledger;
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** Returns the shape of its rows. */
    public LedgerShape shape() {
        return shape;
    }

    /** Returns the attempts since the last {@link #settle}, as of {@link #open}. */
    public long attempts() {
        return attempts;
    }

    /** Returns the acknowledgements since the last {@link #settle}, as of {@link #open}. */
    public long acknowledgements() {
        return acknowledgements;
    }

    /** Returns all counts since the last {@link #settle}, as of {@link #open}. */
    LedgerCounts counts() {
        return new LedgerCounts(attempts, acknowledgements, sights, state.seenUnacknowledged());
    }

    /** Returns the possible values of each key. */
    LedgerState state() {
        return state;
    }

    /** Begins a run: creates a log for each thread. */
    List<LedgerLog> beginRun(int threads) throws IOException {
        generation++;
        LedgerLog[] logs = new LedgerLog[threads];
        for (int i = 0; i < threads; i++)
            logs[i] = LedgerLog.create(directory.resolve("run-" + generation + "-" + i + ".log"));
        return List.of(logs);
    }

    /**
     * Closes the runs so far, whose keys are settled in the state. Atomic: after a crash, the
     * ledger holds either the state before or the state after.
     */
    void settle() throws IOException {
        new Checkpoint(checkpoint()).write(generation, state);
        for (LogFile log : logs()) Files.delete(log.path());
        attempts = 0;
        acknowledgements = 0;
        sights = 0;
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }

    private void load() throws IOException {
        generation = new Checkpoint(checkpoint()).read(state);
        long closed = generation;
        for (LogFile log : logs()) {
            if (log.generation() > closed) LedgerLog.read(log.path(), new Loader());
            else Files.delete(log.path());
            generation = Math.max(generation, log.generation());
        }
    }

    /** Returns the logs, oldest generation first: a key's numbers rise with it. */
    private List<LogFile> logs() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> LogFile.matches(file)).map(LogFile::of).sorted().toList();
        }
    }

    private Path checkpoint() {
        return directory.resolve("checkpoint");
    }

    /** Locks the directory until the channel is closed. */
    private static FileChannel lock(Path directory) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        directory.resolve("lock"),
                        StandardOpenOption.WRITE,
                        StandardOpenOption.CREATE);
        if (tryLock(channel) == null) {
            channel.close();
            throw new LedgerException("The ledger in " + directory + " is in use");
        }
        return channel;
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // by this process
        }
    }

    private static void requireShape(Path file, LedgerShape shape) throws IOException {
        if (!Files.exists(file)) Files.writeString(file, JsonLine.of(shape));
        LedgerShape there = JsonLine.read(Files.readString(file), LedgerShape.class);
        if (!there.equals(shape))
            throw new LedgerException(
                    ("The ledger in %s was begun with %s, not with %s: continue with"
                                    + " those, or give a new directory")
                            .formatted(file.getParent(), there.text(), shape.text()));
    }

    private final class Loader implements LedgerLog.Reader {
        @Override
        public void attempted(long key, long seq) throws IOException {
            state.attempt(key, seq);
            attempts++;
        }

        @Override
        public void acknowledged(long key, long seq, boolean byAll) throws IOException {
            if (byAll) state.acknowledgeByAll(key, seq);
            else state.acknowledge(key, seq);
            acknowledgements++;
        }

        @Override
        public void seen(long key, long seq) throws IOException {
            state.see(key, seq);
            sights++;
        }
    }
}
