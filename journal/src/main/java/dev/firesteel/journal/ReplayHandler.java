// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Receives the entries and damages of a replay. */
public interface ReplayHandler {
    /**
     * Handles an intact entry. Entries come in the order of their segments' identifiers, and within
     * a segment in the order of their positions.
     *
     * @param segment its segment
     * @param startOffset its logical start offset
     * @param endOffset its logical end offset, the position that its append returned
     * @param entry the entry's bytes, from position to limit; valid during the call only
     */
    void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry)
            throws IOException;

    /**
     * Handles damage to data that was acknowledged, or may have been. To continue without it,
     * return; to stop the replay, throw.
     */
    void damage(Damage damage) throws IOException;
}
