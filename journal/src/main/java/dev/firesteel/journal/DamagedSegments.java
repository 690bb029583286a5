// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.Set;

/**
 * Remembers which segments are damaged.
 *
 * @param ids their identifiers
 */
record DamagedSegments(Set<Long> ids) implements Replay.RecordHandler {
    @Override
    public void record(SegmentInfo segment, int startOffset, int count, ByteBuffer entries) {}

    @Override
    public void damage(Damage damage) {
        ids.add(damage.segmentId());
    }
}
