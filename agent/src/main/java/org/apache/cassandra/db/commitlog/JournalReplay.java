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
    private final Set<Long> cdcSegments = new HashSet<>();
    private final Set<Integer> damagedSlots = new TreeSet<>();
    private byte[] bytes = new byte[4096];
    private CommitLogDescriptor descriptor = descriptor(CommitLogDescriptor.current_version, 0);

    JournalReplay(CommitLogReplayer replayer) {
        this.replayer = replayer;
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
                replayer, bytes, size, CommitLogPosition.NONE, endOffset, descriptor);
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
}
