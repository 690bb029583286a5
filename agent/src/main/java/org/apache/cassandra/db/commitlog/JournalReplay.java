// SPDX-License-Identifier: Apache-2.0
package org.apache.cassandra.db.commitlog;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.commitlog.CommitLogReadHandler.CommitLogReadErrorReason;
import org.apache.cassandra.db.commitlog.CommitLogReadHandler.CommitLogReadException;
import org.jspecify.annotations.NullMarked;

/**
 * Passes the journal's entries to Cassandra's own replayer, which skips flushed, dropped and
 * truncated data and handles damage.
 */
@NullMarked
final class JournalReplay implements ReplayHandler {
    private final CommitLogReplayer replayer;
    private final CommitLogReadHandler mutations;
    private final Set<Long> cdcSegments = new HashSet<>();
    private final Set<Integer> damagedSlots = new TreeSet<>();
    private byte[] bytes = new byte[4096];
    private CommitLogDescriptor descriptor = descriptor(CommitLogDescriptor.current_version, 0);

    private long leftOut;

    /**
     * Begins a replay.
     *
     * @param hasPointInTime whether {@code restore_point_in_time} is set: the replayer then drops
     *     later mutations without a message
     */
    JournalReplay(CommitLogReplayer replayer, boolean hasPointInTime) {
        this.replayer = replayer;
        this.mutations = hasPointInTime ? new JournalMutationCounter() : replayer;
    }

    @Override
    public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry)
            throws IOException {
        int size = entry.remaining();
        if (bytes.length < size) bytes = new byte[Math.max(size, 2 * bytes.length)];
        entry.get(bytes, 0, size);
        if (descriptor.id != segment.id())
            descriptor = descriptor(segment.contentVersion(), segment.id());
        replayer.commitLogReader.readMutation(
                mutations, bytes, size, CommitLogPosition.NONE, endOffset, descriptor);
        if (!replayer.sawCDCMutation) return;
        cdcSegments.add(segment.id());
        replayer.sawCDCMutation = false;
    }

    /** Returns the replayed segments with a mutation for change data capture. */
    Set<Long> cdcSegments() {
        return cdcSegments;
    }

    /** Returns the slots of the journal in which damage was ignored. */
    Set<Integer> damagedSlots() {
        return damagedSlots;
    }

    /** Returns the number of mutations that are later than {@code restore_point_in_time}. */
    long leftOut() {
        return leftOut;
    }

    private static CommitLogDescriptor descriptor(int version, long id) {
        return new CommitLogDescriptor(
                version, id, null, DatabaseDescriptor.getEncryptionContext());
    }

    @Override
    public void damage(Damage damage) throws IOException {
        replayer.handleUnrecoverableError(
                new CommitLogReadException(
                        "The journal is damaged: " + damage.description(),
                        CommitLogReadErrorReason.UNRECOVERABLE_UNKNOWN_ERROR,
                        false));
        damagedSlots.add(damage.slot());
    }

    /** Counts the mutations that the replayer drops. */
    private final class JournalMutationCounter implements CommitLogReadHandler {
        @Override
        public boolean shouldSkipSegmentOnError(CommitLogReadException exception)
                throws IOException {
            return replayer.shouldSkipSegmentOnError(exception);
        }

        @Override
        public void handleUnrecoverableError(CommitLogReadException exception) throws IOException {
            replayer.handleUnrecoverableError(exception);
        }

        @Override
        public void handleMutation(
                Mutation mutation, int size, int entryLocation, CommitLogDescriptor segment) {
            if (replayer.pointInTimeExceeded(mutation)) leftOut++;
            replayer.handleMutation(mutation, size, entryLocation, segment);
        }
    }
}
