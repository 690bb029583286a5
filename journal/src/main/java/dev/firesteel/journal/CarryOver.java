// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Appends copies of entries that were seen to be undamaged. */
record CarryOver(CommitPath target) implements ReplayHandler {
    @Override
    public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry)
            throws IOException {
        target.append(entry, (segmentId, offset) -> {});
    }

    @Override
    public void damage(Damage damage) throws IOException {
        throw new JournalException(
                "damage that was not there a moment ago: " + damage.description());
    }
}
