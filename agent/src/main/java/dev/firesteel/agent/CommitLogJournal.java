// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import com.codahale.metrics.Timer;
import dev.firesteel.agent.prometheus.PrometheusEndpoint;
import dev.firesteel.agent.table.FiresteelKeyspace;
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
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.LongSupplier;
import org.apache.cassandra.db.commitlog.CommitLogPosition;
import org.apache.cassandra.schema.TableId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a node's commit log is while Firesteel runs: a journal, and what the tables still need of
 * it.
 */
public final class CommitLogJournal {
    private static final Logger logger = LoggerFactory.getLogger(CommitLogJournal.class);

    /** What is not archived, or captured, until then waits for the next start. */
    private static final long PATIENCE_SECONDS = 60;

    private final Path path;
    private final Journal journal;
    private final DirtySegments segments;
    private final SegmentRecycling recycling;
    private final SpaceReclaim reclaim;
    private final ExecutorService executor;
    private final PoisonFile poison;
    private final FloorFile floor;
    private final @Nullable SegmentArchive archive;
    private final @Nullable ChangeCapture capture;
    private final @Nullable PrometheusEndpoint prometheus;
    private volatile boolean recovered;
    private volatile boolean closing;
    private volatile Runnable onSettled = () -> {};

    CommitLogJournal(
            Path path,
            Journal journal,
            DirtySegments segments,
            SpaceLimit limit,
            ExecutorService executor,
            PoisonFile poison,
            FloorFile floor,
            @Nullable SegmentArchive archive,
            @Nullable ChangeCapture capture,
            @Nullable PrometheusEndpoint prometheus) {
        this.path = path;
        this.journal = journal;
        this.segments = segments;
        this.executor = executor;
        this.poison = poison;
        this.floor = floor;
        this.archive = archive;
        this.capture = capture;
        this.prometheus = prometheus;
        recycling = new SegmentRecycling(journal, segments);
        reclaim =
                new SpaceReclaim(
                        segments,
                        limit,
                        executor,
                        SegmentRecycling::flush,
                        recycling::releaseUnused);
        segments.open(journal.position().segmentId());
        if (archive != null) archive.onArchived(reclaim::request);
        if (capture != null) capture.begin(reclaim::request);
    }

    /**
     * Looks whether something has to be archived, and whether the oldest tables have to be flushed.
     * Returns at once.
     */
    void segmentsChanged() {
        if (archive != null) archive.request();
        reclaim.request();
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
     * @param isForCdc whether change data capture has to see it, if it is enabled
     * @return the end of the entry
     */
    public CommitLogPosition append(ByteBuffer entry, Collection<TableId> tables, boolean isForCdc)
            throws JournalFullException, JournalFailedException {
        PendingAppend append = submit(entry, tables, isForCdc);
        append.await();
        return position(append.end());
    }

    /**
     * Does the first half of {@link #append} without blocking.
     *
     * @return null if there is no room; nothing has been done then
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
            reclaim.request();
            throw e;
        }
    }

    private Journal.Placement placement(
            ByteBuffer entry, Collection<TableId> tables, boolean isForCdc) {
        ChangeCapture wanting = isForCdc ? capture : null;
        if (wanting != null) wanting.requireRoom();
        if (closing) throw FailedWrite.of("the node is shutting down");
        int lastByte = entry.remaining() + JournalCheck.POSITION_OVERHEAD - 1;
        return (id, start) -> {
            segments.mark(id, start + lastByte, tables);
            if (wanting != null) segments.markCdc(id);
        };
    }

    /**
     * Above the end of every append that has been placed, and below that of every later one. Above,
     * not at it: a memtable begins where the one before it ended, and what Cassandra takes for
     * flushed is a closed interval. At the end of the last write of a memtable whose flush fails,
     * it would be covered by the flush of the next memtable.
     */
    public CommitLogPosition position() {
        JournalPosition end = journal.position();
        return new CommitLogPosition(end.segmentId(), end.offset() + 1);
    }

    /** The same place, as Cassandra writes it. */
    public static CommitLogPosition position(JournalPosition position) {
        return new CommitLogPosition(position.segmentId(), position.offset());
    }

    /** A table's writes between the positions are in SSTables. */
    public void discardCompleted(TableId table, CommitLogPosition lower, CommitLogPosition upper) {
        segments.clean(table, lower, upper);
        recycling.releaseUnused();
    }

    /**
     * Flushes until nothing that was written before this call is needed any more.
     *
     * @param dropped tables whose entries will not be missed
     */
    public void recycleAll(Collection<TableId> dropped) {
        recycling.recycleAll(dropped);
    }

    /** Whether the journal holds entries of an earlier run. */
    public boolean hasEntriesToReplay() {
        return journal.hasEntriesToReplay();
    }

    /** Moves on to identifiers above what the tables remember; see {@link IdentifierFloor}. */
    public void raiseIdentifiers(long highest) throws IOException {
        recycling.raiseIdentifiers(highest);
    }

    /**
     * Has the segments of earlier runs archived, if segments are. When this returns, the archive
     * needs nothing of them any more.
     *
     * @param despiteDamage whether they are archived even if something acknowledged cannot be read
     */
    public void archiveRecovered(boolean despiteDamage) throws IOException {
        if (archive != null && !recovered) archive.add(journal::replay, despiteDamage);
    }

    /**
     * Has change data capture see the segments of earlier runs, if it is enabled. When this
     * returns, it needs nothing of them any more.
     *
     * @param segmentIds those with an entry for it
     */
    public void captureRecovered(Set<Long> segmentIds) throws IOException {
        if (capture != null && !recovered) capture.addRecovered(journal::replay, segmentIds);
    }

    /** Returns the names of the files that wait for the archive command, or that it is run on. */
    public List<String> archivingFiles() {
        try {
            return archive == null ? List.of() : archive.waiting();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until everything that could be archived just now has been, if segments are. */
    public void awaitArchived() {
        if (archive != null) archive.awaitHandedOver();
    }

    /**
     * Hands every entry of earlier runs on; nothing once {@link #endRecovery} was called. Holds no
     * lock: what is replayed may be flushed meanwhile.
     */
    public ReplaySummary replay(ReplayHandler handler) throws IOException {
        if (recovered) return new ReplaySummary(0, 0, 0, 0, 0, 0);
        return journal.replay(handler);
    }

    /** What was replayed is in SSTables: gives its space back. Does nothing the second time. */
    public void endRecovery() throws IOException {
        if (recovered) return;
        journal.endRecovery();
        recovered = true;
    }

    /** The segments that this run has written and that are needed, oldest first. */
    public List<SegmentInfo> activeSegments() {
        return journal.segments().stream().filter(segment -> !segment.recovered()).toList();
    }

    /** How the journal stands. */
    public JournalStatus status() {
        return journal.status();
    }

    /**
     * Shows how it stands, in CQL and, if that is wanted, to Prometheus.
     *
     * @param heldReplies how many replies to clients have waited without a thread
     * @param waits by name, how long writes waited
     */
    public void show(LongSupplier heldReplies, Map<String, Timer> waits) {
        JournalTables tables =
                new JournalTables(
                        path,
                        journal::status,
                        journal::segments,
                        segments::dirtyTables,
                        heldReplies,
                        waits);
        FiresteelKeyspace.show(tables.all());
        if (prometheus != null) prometheus.start(tables);
    }

    /**
     * Takes no more appends, and lets go of the journal. If nothing in it is missing from SSTables,
     * a Cassandra without Firesteel may start here from now on.
     */
    public void close() {
        closing = true;
        if (prometheus != null) prometheus.stop();
        if (recovered && holdsEntries()) recycling.recycleAll(List.of());
        if (archive != null) archive.close(PATIENCE_SECONDS);
        if (capture != null) capture.close(PATIENCE_SECONDS);
        executor.shutdown();
        recycling.stop();
        long highest = journal.position().segmentId();
        // Asked only when nothing can be appended any more: a write may have come after the flush.
        if (letGo() && recovered && !holdsEntries()) handOver(highest);
        else
            logger.warn(
                    "The journal holds writes that are not in SSTables: start this node with"
                            + " Firesteel again");
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

    private void handOver(long highest) {
        try {
            floor.place(highest);
            poison.remove();
            logger.info("The journal is drained; Cassandra may start with or without Firesteel");
        } catch (IOException e) {
            logger.error(
                    "The journal is drained, but Cassandra cannot start without Firesteel: {} cannot"
                            + " be placed, or {} cannot be removed: {}",
                    floor.path(highest),
                    poison.path(),
                    e.getMessage());
        }
    }
}
