// SPDX-License-Identifier: Apache-2.0
package org.apache.cassandra.db.commitlog;

import static org.apache.cassandra.config.CassandraRelevantProperties.COMMITLOG_IGNORE_REPLAY_ERRORS;

import com.codahale.metrics.Timer;
import dev.firesteel.agent.ClientWrites;
import dev.firesteel.agent.CommitLogBootstrap;
import dev.firesteel.agent.DeferredWrite;
import dev.firesteel.agent.DeferredWrites;
import dev.firesteel.agent.FailedFlushes;
import dev.firesteel.agent.FailedWrite;
import dev.firesteel.agent.IdentifierFloor;
import dev.firesteel.agent.JournalMetrics;
import dev.firesteel.agent.NodeJournal;
import dev.firesteel.agent.ReplicaWrites;
import dev.firesteel.agent.WriteOrder;
import dev.firesteel.journal.JournalFailedException;
import dev.firesteel.journal.JournalFullException;
import dev.firesteel.journal.JournalStatus;
import dev.firesteel.journal.PendingAppend;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.WriteContext;
import org.apache.cassandra.io.FSWriteError;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.MBeanWrapper;
import org.apache.cassandra.utils.MonotonicClock;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cassandra's commit log, kept in a journal. Thin: it translates between Cassandra and {@link
 * NodeJournal}.
 */
@NullMarked
public final class JournalCommitLog extends CommitLog {
    private static final Logger logger = LoggerFactory.getLogger(JournalCommitLog.class);

    private final CommitLogBootstrap start;
    private final ClientWrites clientWrites = new ClientWrites();
    private final ReplicaWrites replicaWrites = new ReplicaWrites();
    private volatile @Nullable DeferredWrites<Mutation> deferredWrites;
    private volatile @Nullable NodeJournal journal;
    private volatile boolean started;

    private JournalCommitLog(String argument) {
        super(CommitLogArchiver.construct(), JournalCommitLog::segmentManager);
        start = new CommitLogBootstrap(argument);
        JournalMetrics.attach(
                metrics,
                this::status,
                this::getActiveOnDiskSize,
                this::deferredWrites,
                clientWrites);
    }

    /** Creates the segment manager; with change data capture Cassandra requires a CDC manager. */
    private static AbstractCommitLogSegmentManager segmentManager(CommitLog log) {
        String directory = DatabaseDescriptor.getCommitLogLocation();
        return DatabaseDescriptor.isCDCEnabled()
                ? new JournalCdcSegmentManager(log, directory, log::getActiveOnDiskSize)
                : new JournalSegmentManager(log, directory, log::getActiveOnDiskSize);
    }

    private @Nullable JournalStatus status() {
        NodeJournal opened = journal;
        return opened == null ? null : opened.status();
    }

    /**
     * Creates the commit log that {@code CommitLog.construct()} returns.
     *
     * @param argument the agent's argument, or empty
     */
    public static Object create(String argument) {
        CommitLog log = new JournalCommitLog(argument);
        MBeanWrapper.instance.registerMBean(log, "org.apache.cassandra.db:type=Commitlog");
        return log;
    }

    private NodeJournal journal() {
        NodeJournal opened = journal;
        if (opened == null) throw new IllegalStateException("The commit log is not started");
        return opened;
    }

    @Override
    public synchronized CommitLog start() {
        if (started) return this;
        journal = start.open(this);
        if (start.threadsNeedNotWait()) {
            DeferredWrites<Mutation> writes = WriteOrder.deferredWrites(metrics.waitingOnCommit);
            journal().onSettled(writes::applyReady);
            deferredWrites = writes;
            clientWrites.enable();
        }
        started = true;
        return this;
    }

    @Override
    public boolean isStarted() {
        return started;
    }

    @Override
    public boolean hasFilesToReplay() {
        return CommitLogBootstrap.stockFiles().length > 0 || journal().hasEntriesToReplay();
    }

    @Override
    public int recoverSegmentsOnDisk() throws IOException {
        UUID hostId = StorageService.instance.getLocalHostUUID();
        journal().raiseIdentifiers(IdentifierFloor.ofTables(hostId));
        archiveAndRestore();
        File[] files = CommitLogBootstrap.stockFiles();
        int replayed = replayFiles(CommitLogBootstrap.withoutOwn(files)) + replayJournal(hostId);
        FailedFlushes.requireNone();
        // Only now is everything known to be in SSTables.
        for (File file : files) segmentManager.handleReplayedSegment(file);
        journal().endRecovery();
        showJournal();
        return replayed;
    }

    /** Archives before the restore, as Cassandra does: restored files are not archived again. */
    private void archiveAndRestore() throws IOException {
        File[] left = CommitLogBootstrap.withoutOwn(CommitLogBootstrap.stockFiles());
        journal().archiveStock(Stream.of(left).map(File::toPath).toList());
        journal().archiveRecovered(COMMITLOG_IGNORE_REPLAY_ERRORS.getBoolean());
        String directories = getRestoreDirectories();
        if (directories == null || directories.isBlank()) return;
        journal().awaitArchived();
        CommitLogBootstrap.requireAllArchived();
        CommitLogBootstrap.restore(directories, getRestoreCommand(), JournalRestore::segmentName);
    }

    /**
     * Publishes status and metrics, and asks to be told of the end of a drain. They are optional: a
     * failure must not prevent the start.
     */
    private void showJournal() {
        try {
            StorageService.instance.addPostShutdownHook(journal()::drainEnded);
            journal()
                    .show(
                            clientWrites,
                            Map.of(
                                    "WaitingOnCommit", metrics.waitingOnCommit,
                                    "WaitingOnFlush", metrics.waitingOnFlush,
                                    "WaitingOnSegmentAllocation",
                                            metrics.waitingOnSegmentAllocation));
        } catch (RuntimeException | Error e) {
            logger.warn(
                    "Firesteel: the journal has no metrics and virtual tables: {}", e.toString());
        }
    }

    private int replayFiles(File[] files) throws IOException {
        if (files.length == 0) return 0;
        logger.info("Replaying {} commit log files that Cassandra has written", files.length);
        int replayed = recoverFiles(files);
        logger.info("Replayed {} mutations of them", replayed);
        return replayed;
    }

    private int replayJournal(@Nullable UUID hostId) throws IOException {
        if (!journal().hasEntriesToReplay()) return 0;
        logger.info("Replaying the journal");
        CommitLogReplayer replayer = CommitLogReplayer.construct(this, hostId);
        JournalReplay replay = new JournalReplay(replayer, CommitLogBootstrap.hasPointInTime(this));
        ReplaySummary summary = journal().replay(replay);
        int replayed = replayer.blockForWrites();
        journal().captureRecovered(replay.cdcSegments());
        logger.info(
                "Replayed the journal: {} segments held {} mutations; {} changes to"
                        + " tables were in no"
                        + " SSTable; {} records were torn, and so never acknowledged",
                summary.segments(),
                summary.entries(),
                replayed,
                summary.tornRecords());
        if (replay.leftOut() > 0)
            logger.error(
                    "Firesteel: the replay left out {} mutations of the journal: they are later than"
                            + " restore_point_in_time. Unless this start was a restore, those in no"
                            + " SSTable are lost: repair this node (nodetool repair)",
                    replay.leftOut());
        if (summary.damages() > 0)
            logger.error(
                    "Firesteel: the replay went on past damage in {} places, listed above, because"
                            + " of -D{}=true: acknowledged writes are lost there, and {}. Repair"
                            + " this node (nodetool repair), and check its drive",
                    summary.damages(),
                    COMMITLOG_IGNORE_REPLAY_ERRORS.getKey(),
                    journal().keepDamaged(replay.damagedSlots()));
        return replayed;
    }

    @Override
    public CommitLogPosition getCurrentPosition() {
        return journal().position();
    }

    @Override
    public CommitLogPosition add(Mutation mutation) {
        mutation.validateSize(
                MessagingService.current_version, CommitLogSegment.ENTRY_OVERHEAD_SIZE);
        try (DataOutputBuffer buffer = DataOutputBuffer.scratchBuffer.get()) {
            return append(serialize(mutation, buffer), mutation);
        } catch (IOException e) {
            throw new FSWriteError(e, DatabaseDescriptor.getCommitLogLocation());
        }
    }

    private static ByteBuffer serialize(Mutation mutation, DataOutputBuffer buffer)
            throws IOException {
        Mutation.serializer.serialize(mutation, buffer, MessagingService.current_version);
        return buffer.unsafeGetBufferAndFlip();
    }

    private CommitLogPosition append(ByteBuffer entry, Mutation mutation) {
        long began = MonotonicClock.Global.preciseTime.now();
        try {
            return journal().append(entry, mutation.getTableIds(), mutation.trackedByCDC());
        } catch (JournalFullException e) {
            waited(metrics.waitingOnSegmentAllocation, began);
            throw FailedWrite.of(e);
        } catch (JournalFailedException e) {
            throw FailedWrite.of(e);
        } finally {
            waited(metrics.waitingOnCommit, began);
        }
    }

    /**
     * Appends a mutation to the journal, and applies it to its memtables once it is durable. Does
     * not block.
     *
     * @param done called once with the failure or with null, usually on another thread
     * @return false if the mutation needs the blocking path; nothing has been done then
     */
    public boolean addLater(Mutation mutation, Consumer<@Nullable Exception> done) {
        DeferredWrites<Mutation> writes = deferredWrites;
        if (writes == null || !WriteOrder.canDefer(mutation)) return false;
        OpOrder.Group group = Keyspace.writeOrder.start();
        PendingAppend append = null;
        try (DataOutputBuffer buffer = DataOutputBuffer.scratchBuffer.get()) {
            mutation.validateSize(
                    MessagingService.current_version, CommitLogSegment.ENTRY_OVERHEAD_SIZE);
            append =
                    journal()
                            .trySubmit(
                                    serialize(mutation, buffer),
                                    mutation.getTableIds(),
                                    mutation.trackedByCDC());
        } catch (IOException | RuntimeException e) {
            // The blocking path fails in the same way, and reports it.
            logger.debug("A mutation cannot be deferred", e);
        } finally {
            if (append == null) group.close();
        }
        if (append == null) return false;
        CommitLogPosition end = NodeJournal.position(append.end());
        writes.add(new DeferredWrite<>(mutation, group, end, done), append);
        return true;
    }

    /** Returns the context for a deferred mutation that this thread applies, otherwise null. */
    public @Nullable WriteContext context(Mutation mutation) {
        DeferredWrites<Mutation> writes = deferredWrites;
        return writes == null ? null : writes.context(mutation);
    }

    private long deferredWrites() {
        DeferredWrites<Mutation> writes = deferredWrites;
        return writes == null ? 0 : writes.added();
    }

    /** Executes clients' writes without blocking. */
    public ClientWrites clientWrites() {
        return clientWrites;
    }

    /** Reports failed writes of other coordinators. */
    public ReplicaWrites replicaWrites() {
        return replicaWrites;
    }

    private static void waited(Timer timer, long began) {
        timer.update(MonotonicClock.Global.preciseTime.now() - began, TimeUnit.NANOSECONDS);
    }

    @Override
    public void discardCompletedSegments(
            TableId id, CommitLogPosition lowerBound, CommitLogPosition upperBound) {
        journal().discardCompleted(id, lowerBound, upperBound);
    }

    @Override
    public void forceRecycleAllSegments(Collection<TableId> droppedTables) {
        journal().recycleAll(droppedTables);
    }

    @Override
    public void forceRecycleAllSegments() {
        journal().recycleAll(List.of());
    }

    /**
     * Sets whether writes are rejected when {@code cdc_total_space} is exceeded; takes effect
     * within {@code cdc_free_space_check_interval}.
     */
    @Override
    public void setCDCBlockWrites(boolean blocks) {
        if (!DatabaseDescriptor.isCDCEnabled())
            throw new IllegalStateException("CDC is not enabled: block_writes cannot be set");
        DatabaseDescriptor.setCDCBlockWrites(blocks);
        logger.info("Change data capture: block_writes is {} from now on", blocks);
    }

    /** Does nothing: added mutations are durable. */
    @Override
    public void sync(boolean flush) {}

    /** Does nothing: added mutations are durable. */
    @Override
    public void requestExtraSync() {}

    @Override
    public synchronized void shutdownBlocking() {
        if (!started) return;
        started = false;
        journal().close();
    }

    /**
     * For Cassandra's tests.
     *
     * @param deleteSegments must be false: the journal is never deleted
     */
    @Override
    public synchronized void stopUnsafe(boolean deleteSegments) {
        if (deleteSegments)
            throw new UnsupportedOperationException("Firesteel does not delete the journal");
        shutdownBlocking();
    }

    @Override
    public List<String> getActiveSegmentNames() {
        return segments().stream().map(JournalCommitLog::name).toList();
    }

    @Override
    public List<String> getArchivingSegmentNames() {
        NodeJournal opened = journal;
        return opened == null ? List.of() : opened.archivingFiles();
    }

    @Override
    public long getActiveContentSize() {
        return segments().stream().mapToLong(SegmentInfo::contentBytes).sum();
    }

    @Override
    public long getActiveOnDiskSize() {
        return segments().stream().mapToLong(SegmentInfo::deviceBytes).sum();
    }

    /**
     * Returns bytes on the device per byte of content, as for stock segments, if they have content.
     */
    @Override
    public Map<String, Double> getActiveSegmentCompressionRatios() {
        Map<String, Double> ratios = new TreeMap<>();
        for (SegmentInfo segment : segments())
            if (segment.contentBytes() > 0)
                ratios.put(name(segment), 1.0 * segment.deviceBytes() / segment.contentBytes());
        return ratios;
    }

    private List<SegmentInfo> segments() {
        NodeJournal opened = journal;
        return opened == null ? List.of() : opened.activeSegments();
    }

    private static String name(SegmentInfo segment) {
        return new CommitLogDescriptor(segment.contentVersion(), segment.id(), null, null)
                .fileName();
    }
}
