// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Appends copies of records that an earlier read found undamaged. */
record SegmentRelocation(CommitPath target) implements Replay.RecordHandler {
    @Override
    public void record(SegmentInfo segment, int startOffset, int count, ByteBuffer entries)
            throws IOException {
        if (count > 0) target.appendRecord(count, entries);
    }

    @Override
    public void damage(Damage damage) throws IOException {
        throw new JournalException(
                "damage that an earlier read of this start has not found: " + damage.description());
    }
}
