// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import com.codahale.metrics.Timer;
import dev.firesteel.agent.prometheus.PrometheusEndpoint;
import dev.firesteel.agent.table.FiresteelKeyspace;
import dev.firesteel.agent.table.HeldReplies;
import dev.firesteel.agent.table.JournalTables;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.JournalFullException;
import dev.firesteel.journal.JournalPosition;
import dev.firesteel.journal.JournalStatus;
import dev.firesteel.journal.PendingAppend;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commit log of a node with Firesteel: a journal, and the segments that tables still need. */
public final class NodeJournal {
    private static final Logger logger = LoggerFactory.getLogger(NodeJournal.class);

    /**
     * Maximum wait for archiving, and for change data capture, on close; the next start does the
     * rest.
     */
    private static final long PATIENCE_SECONDS = 60;

    /** Maximum wait for archiving before a restore, which is refused then. */
    private static final long RESTORE_PATIENCE_SECONDS = 600;

    private final Path path;
    private final Journal journal;
    private final DirtySegments segments;
    private final SegmentRecycling recycling;
    private final PressureFlush pressureFlush;
    private final ExecutorService executor;
    private final DeletionWatch watch;
    private final CopyBack copyBack;
    private final CommitFailure failure;
    private final StartGuardFile startGuard;
    private final SegmentIdFloorFile floor;
    private final @Nullable SegmentArchive archive;
    private final @Nullable ChangeCapture capture;
    private final @Nullable PrometheusEndpoint prometheus;
    private volatile boolean recovered;
    private volatile boolean deleted;
    private boolean flushing;
    private volatile boolean flushed;
    private boolean reported;
    private volatile boolean closing;

    /** Why appends are rejected, or null. */
    private volatile @Nullable String rejection;

    private volatile @Nullable KeptFiles keptFiles;
    private volatile Runnable onSettled = () -> {};

    NodeJournal(
            Path path,
            Journal journal,
            DirtySegments segments,
            SpaceLimit limit,
            ThreadFactory threads,
            StartGuardFile startGuard,
            SegmentIdFloorFile floor,
            @Nullable SegmentArchive archive,
            @Nullable ChangeCapture capture,
            @Nullable PrometheusEndpoint prometheus) {
        this.path = path;
        this.journal = journal;
        this.segments = segments;
        executor = Executors.newSingleThreadExecutor(threads);
        failure = new CommitFailure(threads);
        copyBack = new CopyBack(path, journal);
        this.startGuard = startGuard;
        this.floor = floor;
        this.archive = archive;
        this.capture = capture;
        this.prometheus = prometheus;
        recycling = new SegmentRecycling(journal, segments);
        pressureFlush =
                new PressureFlush(
                        segments,
                        limit,
                        executor,
                        SegmentRecycling::flush,
                        recycling::releaseUnused);
        segments.open(journal.position().segmentId());
        if (archive != null) archive.onArchived(pressureFlush::request);
        if (capture != null) capture.begin(pressureFlush::request);
        watch =
                new DeletionWatch(
                        this::isDeleted,
                        this::saveDeleted,
                        Executors.newSingleThreadScheduledExecutor(threads));
        watch.start();
        Runtime.getRuntime().addShutdownHook(threads.newThread(this::copyBeforeExit));
    }

    /** Sets the files that are written again if they are deleted while the node runs. */
    void keep(KeptFiles files) {
        keptFiles = files;
    }

    private boolean isDeleted() {
        boolean isDeleted = journal.isDeleted();
        KeptFiles files = keptFiles;
        if (files != null && !closing) files.restore();
        return isDeleted;
    }

    /**
     * Rejects writes from now on, saves the acknowledged ones, and then acts as on a failed device,
     * which may end the process.
     *
     * @return false if some are neither in SSTables nor in a file yet
     */
    private boolean saveDeleted() {
        if (!flushed && !copy() && !isFlushed()) return false;
        if (!reported && !journal.status().failed())
            failure.report(
                    "The file of the journal was deleted",
                    new NoSuchFileException(path.toString()));
        reported = true;
        return true;
    }

    private synchronized void rejectAsDeleted() {
        if (deleted) return;
        deleted = true;
        if (rejection == null) rejection = "the file of the journal was deleted";
        logger.error(
                "The file of the journal, {}, was deleted. Writes are rejected from now on", path);
    }

    /** A start that fails or is stopped closes nothing: the copy is made here, or completed. */
    private void copyBeforeExit() {
        if (!closing && needsCopy()) copy();
    }

    private boolean copy() {
        rejectAsDeleted();
        return copyBack.make();
    }

    /** Flushes all tables, once, and returns whether nothing needs the journal any more. */
    private boolean isFlushed() {
        if (!recovered) return false; // only the replay knows all writes
        if (!flushing) executor.execute(() -> recycling.recycleAll(List.of()));
        flushing = true;
        if (holdsEntries()) return false;
        flushed = true;
        boolean isKept = copyBack.isKept();
        logger.error(
                "Every acknowledged write is in SSTables. Stop this node, and {}",
                isKept ? "start it again: it replays the copy" : "make another journal");
        if (!isKept) leaveToStock(journal.position().segmentId());
        return true;
    }

    /** Requests a check for segments to archive, and for space to free. Does not block. */
    void segmentsChanged() {
        if (archive != null) archive.request();
        pressureFlush.request();
    }

    /** Called after the appends of a record have been settled. */
    void recordSettled() {
        onSettled.run();
    }

    /** Sets what {@link #recordSettled} runs; it must not block. */
    public void onSettled(Runnable action) {
        onSettled = action;
    }

    /**
     * Appends a mutation and waits until it is on flash.
     *
     * @param entry the serialized mutation
     * @param tables the tables that it changes; each is dirty before the entry can become durable
     * @param isForCdc whether the entry is for change data capture, if that is enabled
     * @return the end of the entry
     */
    public CommitLogPosition append(ByteBuffer entry, Collection<TableId> tables, boolean isForCdc)
            throws JournalFullException, JournalFailedException {
        PendingAppend append = submit(entry, tables, isForCdc);
        append.await();
        return position(append.end());
    }

    /**
     * Submits an entry as {@link #append} does, without blocking.
     *
     * @return null if there is no room; the entry is not submitted then
     * @throws JournalFailedException if the journal has failed
     */
    public @Nullable PendingAppend trySubmit(
            ByteBuffer entry, Collection<TableId> tables, boolean isForCdc)
            throws JournalFailedException {
        return journal.trySubmit(entry, placement(entry, tables, isForCdc));
    }

    private PendingAppend submit(ByteBuffer entry, Collection<TableId> tables, boolean isForCdc)
            throws JournalFullException, JournalFailedException {
        try {
            return journal.submit(entry, placement(entry, tables, isForCdc));
        } catch (JournalFullException e) {
            pressureFlush.request();
            throw e;
        }
    }

    private Journal.Placement placement(
            ByteBuffer entry, Collection<TableId> tables, boolean isForCdc) {
        ChangeCapture wanting = isForCdc ? capture : null;
        if (wanting != null) wanting.requireRoom();
        requireAccepted();
        int lastByte = entry.remaining() + JournalCheck.POSITION_OVERHEAD - 1;
        return (id, start) -> {
            segments.mark(id, start + lastByte, tables);
            if (wanting != null) segments.markCdc(id);
            requireAccepted(); // it may have waited for space
        };
    }

    private void requireAccepted() {
        String reason = rejection;
        if (reason != null) throw FailedWrite.of(reason);
    }

    /**
     * Returns a position above the end of every append placed so far, and below the end of every
     * later one. It must not equal an end: a memtable starts at the position where the previous one
     * ended, and Cassandra records flushes as closed intervals. If the flush of a memtable failed,
     * the flush of the next one would cover its last write.
     */
    public CommitLogPosition position() {
        JournalPosition end = journal.position();
        return new CommitLogPosition(end.segmentId(), end.offset() + 1);
    }

    /** Converts a position of the journal to Cassandra's type. */
    public static CommitLogPosition position(JournalPosition position) {
        return new CommitLogPosition(position.segmentId(), position.offset());
    }

    /** Marks a table's writes between the positions as flushed; frees unused segments. */
    public void discardCompleted(TableId table, CommitLogPosition lower, CommitLogPosition upper) {
        segments.clean(table, lower, upper);
        recycling.releaseUnused();
    }

    /**
     * Flushes until no segment written before this call is needed any more.
     *
     * @param dropped tables whose entries can be discarded
     */
    public void recycleAll(Collection<TableId> dropped) {
        recycling.recycleAll(dropped);
    }

    /** Returns whether the journal holds entries of an earlier run. */
    public boolean hasEntriesToReplay() {
        return journal.hasEntriesToReplay();
    }

    /**
     * Moves to segment identifiers above those recorded in the tables; see {@link IdentifierFloor}.
     */
    public void raiseIdentifiers(long highest) throws IOException {
        recycling.raiseIdentifiers(highest);
    }

    /**
     * Archives the segments of earlier runs, if archiving is enabled. When this returns, the
     * archive no longer needs the journal for them.
     *
     * @param despiteDamage whether to archive even if acknowledged entries cannot be read
     */
    public void archiveRecovered(boolean despiteDamage) throws IOException {
        if (archive != null && !recovered) archive.add(journal::replay, despiteDamage);
    }

    /**
     * Copies the segments of earlier runs for change data capture, if it is enabled. When this
     * returns, it no longer needs the journal for them.
     *
     * @param segmentIds the segments with an entry for change data capture
     */
    public void captureRecovered(Set<Long> segmentIds) throws IOException {
        if (capture != null && !recovered) capture.addRecovered(journal::replay, segmentIds);
    }

    /** Returns the names of the files whose archive command is pending or running. */
    public List<String> archivingFiles() {
        try {
            return archive == null ? List.of() : archive.waiting();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Requests the archiving of segments that Cassandra has written without Firesteel, if archiving
     * is enabled. When this returns, they may be deleted.
     */
    public void archiveStock(List<Path> files) throws IOException {
        if (archive != null) archive.addStock(files);
    }

    /**
     * Waits until the archive command was tried on every pending file, if archiving is enabled, but
     * at most 10 min.
     */
    public void awaitArchived() {
        if (archive != null) archive.awaitHandedOver(RESTORE_PATIENCE_SECONDS);
    }

    /**
     * Passes every entry of earlier runs to the handler; none once {@link #endRecovery} was called.
     * Holds no lock: replayed entries may be flushed meanwhile.
     */
    public ReplaySummary replay(ReplayHandler handler) throws IOException {
        if (recovered) return new ReplaySummary(0, 0, 0, 0, 0, 0);
        return journal.replay(handler);
    }

    /** Copies damaged slots before {@link #endRecovery} releases them; returns where, in words. */
    public String keepDamaged(Set<Integer> slots) {
        try {
            return "copies of the damaged segments are in "
                    + DamagedSegments.keep(path, slots, startGuard.path().resolveSibling(""));
        } catch (IOException e) {
            return "the damaged segments cannot be copied (" + e + ")";
        }
    }

    /**
     * Releases the replayed segments; call it once their entries are in SSTables. Does nothing the
     * second time.
     */
    public void endRecovery() throws IOException {
        if (recovered) return;
        journal.endRecovery();
        recovered = true;
    }

    /** Returns the unreleased segments that this run has written, oldest first. */
    public List<SegmentInfo> activeSegments() {
        return journal.segments().stream().filter(segment -> !segment.recovered()).toList();
    }

    /** Returns the journal's status. */
    public JournalStatus status() {
        JournalStatus status = journal.status();
        return deleted ? status.withFailure() : status;
    }

    /**
     * Publishes the journal's status in virtual tables and, if configured, to Prometheus.
     *
     * @param replies the held replies to clients
     * @param waits the wait times of writes, by name
     */
    public void show(HeldReplies replies, Map<String, Timer> waits) {
        JournalTables tables =
                new JournalTables(
                        path,
                        this::status,
                        journal::segments,
                        segments::dirtyTables,
                        replies,
                        waits);
        FiresteelKeyspace.show(tables.all());
        if (prometheus != null) prometheus.start(tables);
    }

    /**
     * Rejects further appends, and closes the journal. If all its writes are in SSTables, Cassandra
     * may start without Firesteel from now on.
     */
    public void close() {
        closing = true;
        rejection = "the node is shutting down";
        watch.stop();
        if (prometheus != null) prometheus.stop();
        boolean copied = needsCopy() && copy();
        if (recovered && !copied && holdsEntries()) recycling.recycleAll(List.of());
        if (archive != null) archive.close(PATIENCE_SECONDS);
        if (capture != null) capture.close(PATIENCE_SECONDS);
        executor.shutdown();
        recycling.stop();
        long highest = journal.position().segmentId();
        boolean gone = journal.isDeleted();
        boolean closed = letGo();
        // Checked after the journal is closed: a write may have come after the flush.
        if (copied || copyBack.isKept())
            logger.warn("The journal was copied back: start this node with Firesteel again");
        else if (flushed || ((closed || gone) && recovered && !holdsEntries()))
            leaveToStock(highest);
        else logger.warn(notDrained(recovered && segments.isClean(), closed));
    }

    private boolean needsCopy() {
        if (flushed) return false;
        return copyBack.isMade() || (journal.isDeleted() && (!recovered || holdsEntries()));
    }

    /**
     * Returns the message after a close that did not drain the journal.
     *
     * @param flushed whether every write is in SSTables
     * @param closed whether the journal could be closed
     */
    static String notDrained(boolean flushed, boolean closed) {
        String cause =
                !flushed
                        ? "The journal holds writes that are not in SSTables"
                        : closed
                                ? "The journal holds writes that the archive or change data capture"
                                        + " still needs"
                                : "The journal has failed, and still holds writes that are in SSTables";
        return cause + ": start this node with Firesteel again";
    }

    /** Warns if Cassandra has ended its drain, or given it up, before it closed the journal. */
    public void drainEnded() {
        if (closing) return;
        if (needsCopy()) copy();
        logger.warn(
                "Cassandra gave the drain up before it came to the journal, which holds writes"
                        + " that may not be in SSTables: start this node with Firesteel again");
    }

    private boolean holdsEntries() {
        return !segments.isClean() || activeSegments().stream().anyMatch(s -> s.contentBytes() > 0);
    }

    private boolean letGo() {
        try {
            journal.close();
            return true;
        } catch (JournalException e) {
            logger.error("Closing the journal has failed: {}", e.getMessage());
            return false;
        }
    }

    private void leaveToStock(long highest) {
        try {
            floor.place(highest);
            startGuard.remove();
        } catch (IOException e) {
            logger.error(
                    "The journal is drained, but Cassandra cannot start without Firesteel: {}"
                            + " cannot be written, or {} cannot be removed: {}",
                    floor.path(highest),
                    startGuard.path(),
                    e.getMessage());
            return;
        }
        try {
            logger.info(drained(archivingFiles()));
        } catch (UncheckedIOException e) {
            logger.warn("The journal is drained; what waits for archive_command is unknown", e);
        }
    }

    /** Returns the message after a drain. */
    static String drained(List<String> waiting) {
        return waiting.isEmpty()
                ? "The journal is drained; Cassandra may start with or without Firesteel"
                : ("The journal is drained, but %d segments wait for archive_command, such as %s:"
                                + " start this node with Firesteel until none waits. Without"
                                + " Firesteel nothing archives them")
                        .formatted(waiting.size(), waiting.get(0));
    }
}
