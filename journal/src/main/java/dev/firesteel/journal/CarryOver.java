// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Appends copies of entries; damage it only remembers, for the replay that follows to report. */
final class CarryOver implements ReplayHandler {
    private final CommitPath target;
    private boolean complete = true;

    CarryOver(CommitPath target) {
        this.target = target;
    }

    @Override
    public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry)
            throws IOException {
        target.append(entry, (segmentId, offset) -> {});
    }

    @Override
    public void damage(Damage damage) {
        complete = false;
    }

    /** Whether every entry was copied, so that the originals are not needed any more. */
    boolean isComplete() {
        return complete;
    }
}
