// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Remembers which segments are damaged, and what the others hold, in brief. */
final class Survey implements Replay.RecordHandler {
    /**
     * What tells one record's entries from another's.
     *
     * @param bytes their size
     * @param crc their CRC-32C
     */
    record Fingerprint(int bytes, int crc) {}

    private final Set<Long> damaged = new HashSet<>();
    private final Map<Long, List<Fingerprint>> contents = new HashMap<>();

    @Override
    public void record(SegmentInfo segment, int startOffset, int count, ByteBuffer entries) {
        if (count == 0) return;
        int crc = Crc32c.of(entries, entries.position(), entries.limit());
        contents.computeIfAbsent(segment.id(), id -> new ArrayList<>())
                .add(new Fingerprint(entries.remaining(), crc));
    }

    @Override
    public void damage(Damage damage) {
        damaged.add(damage.segmentId());
    }

    boolean isDamaged(Bookkeeping segment) {
        return damaged.contains(segment.segmentId());
    }

    /**
     * Segments whose entries all stand, in the same order, at the beginning of a later epoch: a
     * crash came after they had been carried over, and before they were freed.
     *
     * @param segments in the order of their identifiers
     */
    List<Bookkeeping> carriedOverBefore(List<Bookkeeping> segments) {
        List<Bookkeeping> redundant = new ArrayList<>();
        List<Bookkeeping> earlier = new ArrayList<>();
        List<Fingerprint> earlierContents = new ArrayList<>();
        for (int i = 0; i < segments.size(); ) {
            long epoch = segments.get(i).epoch();
            int first = i;
            List<Fingerprint> own = new ArrayList<>();
            for (; i < segments.size() && segments.get(i).epoch() == epoch; i++)
                own.addAll(contents.getOrDefault(segments.get(i).segmentId(), List.of()));
            if (startsWith(own, earlierContents)) {
                redundant.addAll(earlier);
                earlier.clear();
                earlierContents.clear();
            }
            earlier.addAll(segments.subList(first, i));
            earlierContents.addAll(own);
        }
        return redundant;
    }

    private static boolean startsWith(List<Fingerprint> list, List<Fingerprint> start) {
        return list.size() >= start.size() && list.subList(0, start.size()).equals(start);
    }
}
