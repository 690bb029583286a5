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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Holds a fingerprint of each record in the segments read, and the damaged segments. */
final class SegmentDigest implements Replay.RecordHandler {
    /**
     * Identifies the entries of a record.
     *
     * @param bytes their size
     * @param crc their CRC-32C
     */
    record Fingerprint(int bytes, int crc) {}

    /** A record with at least an intact header. */
    private record Found(Fingerprint fingerprint, boolean isIntact) {}

    private final Map<Long, List<Found>> found = new HashMap<>();
    private final Set<Long> damaged = new HashSet<>();

    /** Segments with damage to more than known bodies: some header may be missing. */
    private final Set<Long> incomplete = new HashSet<>();

    @Override
    public void record(SegmentInfo segment, int startOffset, int count, ByteBuffer entries) {
        if (count == 0) return;
        int crc = Crc32c.of(entries, entries.position(), entries.limit());
        add(segment, new Fingerprint(entries.remaining(), crc), true);
    }

    @Override
    public void broken(SegmentInfo segment, RecordHeader header) {
        add(segment, new Fingerprint(header.bodyBytes(), header.bodyCrc()), false);
    }

    private void add(SegmentInfo segment, Fingerprint fingerprint, boolean isIntact) {
        found.computeIfAbsent(segment.id(), id -> new ArrayList<>())
                .add(new Found(fingerprint, isIntact));
    }

    @Override
    public void damage(Damage damage) {
        damaged.add(damage.segmentId());
        if (damage.finding() != RecoveryCase.B_DAMAGED_BODY) incomplete.add(damage.segmentId());
    }

    /**
     * The segments of one opening of the journal, and their combined content. If any of them is
     * damaged, broken bodies count, which may be acknowledged records. Otherwise they are torn and
     * were never acknowledged.
     */
    private record Epoch(
            List<SlotHeader> segments,
            List<Fingerprint> contents,
            boolean isDamaged,
            boolean isIncomplete) {}

    /**
     * Returns segments whose entries all stand, in the same order, at the beginning of a later
     * epoch. A crash came after the carry-over and before they were freed.
     *
     * <p>With damaged ones, damaged segments count as well if headers identify their content:
     * originals with intact copies, and damaged copies with intact originals. Freeing these hides
     * damage that loses nothing. Equal bytes count as copies even where the copies are the later
     * ones. Use this only if there is no room left.
     *
     * @param segments in the order of their identifiers
     * @param withDamaged whether damaged originals and copies count as well
     */
    List<SlotHeader> redundant(List<SlotHeader> segments, boolean withDamaged) {
        List<SlotHeader> redundant = new ArrayList<>();
        List<Epoch> earlier = new ArrayList<>();
        List<Epoch> epochs = epochs(segments);
        for (Epoch epoch : withDamaged ? complete(epochs) : undamaged(epochs)) {
            List<Epoch> originals = originalsOf(epoch, earlier);
            redundant.addAll(segments(originals));
            earlier.removeAll(originals);
            if (epoch.isDamaged && isStartOfAny(epoch, undamaged(earlier)))
                redundant.addAll(epoch.segments);
            else earlier.add(epoch);
        }
        return redundant;
    }

    /** Returns whether segments hold the same entries as others, in the same order. */
    boolean holdTheSame(List<SlotHeader> some, List<SlotHeader> others) {
        return contents(epochs(some)).equals(contents(epochs(others)));
    }

    /** Returns the earlier epochs whose content an epoch begins with. */
    private static List<Epoch> originalsOf(Epoch epoch, List<Epoch> earlier) {
        if (epoch.isDamaged) return List.of();
        // Epochs that were damaged before the carry-over are not among them.
        List<Epoch> originals = endAtTheStartOf(epoch, earlier);
        return originals.isEmpty() ? endAtTheStartOf(epoch, undamaged(earlier)) : originals;
    }

    private static List<Epoch> endAtTheStartOf(Epoch epoch, List<Epoch> earlier) {
        return ends(earlier)
                .filter(end -> startsWith(epoch.contents, contents(end)))
                .findFirst()
                .orElse(List.of());
    }

    private static boolean isStartOfAny(Epoch epoch, List<Epoch> earlier) {
        return ends(earlier).anyMatch(end -> startsWith(contents(end), epoch.contents));
    }

    /** Returns all suffixes of a list, longest first. */
    private static Stream<List<Epoch>> ends(List<Epoch> epochs) {
        return IntStream.range(0, epochs.size())
                .mapToObj(first -> List.copyOf(epochs.subList(first, epochs.size())));
    }

    /**
     * Returns the newest undamaged epochs that there is room to copy. A run ensures that its own
     * writes can be copied. More may exist if a crash came while segments that had stayed in place
     * were being freed. Segments that do not fit, or are damaged, are replayed in place.
     *
     * @param segments in the order of their identifiers
     * @param slots the number of segments that the copies may take
     */
    List<SlotHeader> toCopy(List<SlotHeader> segments, Geometry geometry, int slots) {
        return ends(undamaged(epochs(segments)))
                .filter(newest -> segmentsFor(contents(newest), geometry) <= slots)
                .findFirst()
                .map(SegmentDigest::segments)
                .orElse(List.of());
    }

    /** Returns the maximum number of segments needed for the copies, a record each. */
    private static int segmentsFor(List<Fingerprint> contents, Geometry geometry) {
        int last = geometry.endBlock() - 1; // reserved for the end record
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

    private static List<SlotHeader> segments(List<Epoch> epochs) {
        return epochs.stream().flatMap(each -> each.segments.stream()).toList();
    }

    private static List<Epoch> undamaged(List<Epoch> epochs) {
        return epochs.stream().filter(each -> !each.isDamaged).toList();
    }

    /** Returns the epochs with every header intact; the others may hold entries without a copy. */
    private static List<Epoch> complete(List<Epoch> epochs) {
        return epochs.stream().filter(each -> !each.isIncomplete).toList();
    }

    private List<Epoch> epochs(List<SlotHeader> segments) {
        Map<Long, List<SlotHeader>> byEpoch = new LinkedHashMap<>();
        for (SlotHeader each : segments)
            byEpoch.computeIfAbsent(each.epoch(), epoch -> new ArrayList<>()).add(each);
        return byEpoch.values().stream().map(this::epoch).toList();
    }

    private Epoch epoch(List<SlotHeader> segments) {
        boolean isDamaged = isAnyIn(damaged, segments);
        List<Fingerprint> contents =
                segments.stream()
                        .flatMap(each -> found.getOrDefault(each.segmentId(), List.of()).stream())
                        .filter(each -> each.isIntact || isDamaged)
                        .map(Found::fingerprint)
                        .toList();
        return new Epoch(segments, contents, isDamaged, isAnyIn(incomplete, segments));
    }

    private static boolean isAnyIn(Set<Long> identifiers, List<SlotHeader> segments) {
        return segments.stream().anyMatch(each -> identifiers.contains(each.segmentId()));
    }

    private static boolean startsWith(List<Fingerprint> list, List<Fingerprint> start) {
        return list.size() >= start.size() && list.subList(0, start.size()).equals(start);
    }
}
