// SPDX-License-Identifier: Apache-2.0
package org.apache.cassandra.db.commitlog;

import java.util.function.LongSupplier;
import org.apache.cassandra.db.Mutation;
import org.jspecify.annotations.NullMarked;

/**
 * A placeholder for Cassandra's segment manager of change data capture, which is called with each
 * replayed stock segment file. It is never started and manages no segments.
 */
@NullMarked
final class JournalCdcSegmentManager extends CommitLogSegmentManagerCDC {
    private final LongSupplier diskBytes;

    JournalCdcSegmentManager(CommitLog commitLog, String directory, LongSupplier diskBytes) {
        super(commitLog, directory);
        this.diskBytes = diskBytes;
    }

    @Override
    public long onDiskSize() {
        return diskBytes.getAsLong();
    }

    @Override
    public CommitLogSegment.Allocation allocate(Mutation mutation, int size) {
        throw new UnsupportedOperationException("Firesteel writes no segment files");
    }

    @Override
    public void discard(CommitLogSegment segment, boolean delete) {
        throw new UnsupportedOperationException("Firesteel writes no segment files");
    }
}
