// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.Set;

/**
 * Remembers which segments are damaged.
 *
 * @param ids their identifiers
 */
record DamagedSegments(Set<Long> ids) implements ReplayHandler {
    @Override
    public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry) {}

    @Override
    public void damage(Damage damage) {
        ids.add(damage.segmentId());
    }
}
