// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
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

    /** The segments of one opening of the journal, and what they hold together. */
    private record Epoch(List<Bookkeeping> segments, List<Fingerprint> contents) {}

    /**
     * Segments whose entries all stand, in the same order, at the beginning of a later epoch: a
     * crash came after they had been carried over, and before they were freed.
     *
     * @param segments in the order of their identifiers
     */
    List<Bookkeeping> carriedOverBefore(List<Bookkeeping> segments) {
        List<Bookkeeping> redundant = new ArrayList<>();
        List<Epoch> earlier = new ArrayList<>();
        for (Epoch epoch : epochs(segments)) {
            int first = firstOriginal(earlier, epoch);
            while (earlier.size() > first) redundant.addAll(earlier.remove(first).segments);
            earlier.add(epoch);
        }
        return redundant;
    }

    /**
     * The newest epochs that there is room to copy. A run sees to it that what it writes can be
     * copied; but there may be more than that, where a crash came just when segments that had
     * stayed where they were were being freed. What does not fit is replayed in its place.
     *
     * @param segments in the order of their identifiers
     * @param slots how many segments the copies may take
     */
    List<Bookkeeping> newestThatFit(List<Bookkeeping> segments, Geometry geometry, int slots) {
        List<Epoch> epochs = epochs(segments);
        for (int first = 0; first < epochs.size(); first++) {
            List<Epoch> newest = epochs.subList(first, epochs.size());
            if (segmentsFor(contents(newest), geometry) <= slots)
                return newest.stream().flatMap(each -> each.segments.stream()).toList();
        }
        return List.of();
    }

    /** How many segments are needed for copies, a record each, at most. */
    private static int segmentsFor(List<Fingerprint> contents, Geometry geometry) {
        int last = geometry.endBlock() - 1; // which is for the end record
        int segments = 1;
        int block = Geometry.FIRST_BLOCK;
        for (Fingerprint each : contents) {
            int blocks = geometry.blocks(RecordHeader.BYTES + each.bytes);
            if (block + blocks > last) {
                segments++;
                block = Geometry.FIRST_BLOCK;
            }
            block += blocks;
        }
        return segments;
    }

    private static List<Fingerprint> contents(List<Epoch> epochs) {
        return epochs.stream().flatMap(each -> each.contents.stream()).toList();
    }

    private List<Epoch> epochs(List<Bookkeeping> segments) {
        Map<Long, Epoch> epochs = new LinkedHashMap<>();
        for (Bookkeeping each : segments) {
            Epoch epoch =
                    epochs.computeIfAbsent(
                            each.epoch(), key -> new Epoch(new ArrayList<>(), new ArrayList<>()));
            epoch.segments.add(each);
            epoch.contents.addAll(contents.getOrDefault(each.segmentId(), List.of()));
        }
        return List.copyOf(epochs.values());
    }

    /**
     * From which of the earlier epochs on they are what this one begins with; their number if none
     * is.
     */
    private static int firstOriginal(List<Epoch> earlier, Epoch epoch) {
        for (int first = 0; first < earlier.size(); first++)
            if (startsWith(epoch.contents, contents(earlier.subList(first, earlier.size()))))
                return first;
        return earlier.size();
    }

    private static boolean startsWith(List<Fingerprint> list, List<Fingerprint> start) {
        return list.size() >= start.size() && list.subList(0, start.size()).equals(start);
    }
}
