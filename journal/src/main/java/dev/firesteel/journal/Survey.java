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

/** Remembers what segments hold, in brief, and which of them are damaged. */
final class Survey implements Replay.RecordHandler {
    /**
     * What tells one record's entries from another's.
     *
     * @param bytes their size
     * @param crc their CRC-32C
     */
    record Fingerprint(int bytes, int crc) {}

    /** A record, of which at least the header can be read. */
    private record Found(Fingerprint fingerprint, boolean isIntact) {}

    private final Map<Long, List<Found>> found = new HashMap<>();
    private final Set<Long> damaged = new HashSet<>();

    /** Segments of which some header, or perhaps only a body behind one, cannot be read. */
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
        if (damage.finding() != Finding.B_DAMAGED_BODY) incomplete.add(damage.segmentId());
    }

    /**
     * The segments of one opening of the journal, and what they hold together. If any of them is
     * damaged, broken bodies count, which may be acknowledged records: otherwise they are torn, and
     * were acknowledged to nobody.
     */
    private record Epoch(
            List<Bookkeeping> segments,
            List<Fingerprint> contents,
            boolean isDamaged,
            boolean isIncomplete) {}

    /**
     * Segments whose entries all stand, in the same order, at the beginning of a later epoch: a
     * crash came after they had been carried over, and before they were freed.
     *
     * <p>With damaged ones, what is damaged counts as well, as far as headers tell what it held:
     * originals of which the copies are whole; and copies that are damaged while the originals are
     * whole. To free these is to say nothing of damage that costs nothing, and takes equal bytes
     * for copies even where the copies are the later ones: for the case that there is no room left.
     *
     * @param segments in the order of their identifiers
     * @param withDamaged whether damaged originals and copies count, too
     */
    List<Bookkeeping> redundant(List<Bookkeeping> segments, boolean withDamaged) {
        List<Bookkeeping> redundant = new ArrayList<>();
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

    /** Whether segments hold the same entries as others, in the same order. */
    boolean holdTheSame(List<Bookkeeping> some, List<Bookkeeping> others) {
        return contents(epochs(some)).equals(contents(epochs(others)));
    }

    /** The earlier epochs that an epoch begins with. */
    private static List<Epoch> originalsOf(Epoch epoch, List<Epoch> earlier) {
        if (epoch.isDamaged) return List.of();
        // What was damaged before it could be carried over is none of them.
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

    /** A list from its first element on, from its second on, and so forth. */
    private static Stream<List<Epoch>> ends(List<Epoch> epochs) {
        return IntStream.range(0, epochs.size())
                .mapToObj(first -> List.copyOf(epochs.subList(first, epochs.size())));
    }

    /**
     * The newest epochs that are undamaged, and that there is room to copy. A run sees to it that
     * what it writes can be copied; but there may be more than that, where a crash came just when
     * segments that had stayed where they were were being freed. What does not fit is replayed in
     * its place, as is what is damaged.
     *
     * @param segments in the order of their identifiers
     * @param slots how many segments the copies may take
     */
    List<Bookkeeping> toCopy(List<Bookkeeping> segments, Geometry geometry, int slots) {
        return ends(undamaged(epochs(segments)))
                .filter(newest -> segmentsFor(contents(newest), geometry) <= slots)
                .findFirst()
                .map(Survey::segments)
                .orElse(List.of());
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

    private static List<Bookkeeping> segments(List<Epoch> epochs) {
        return epochs.stream().flatMap(each -> each.segments.stream()).toList();
    }

    private static List<Epoch> undamaged(List<Epoch> epochs) {
        return epochs.stream().filter(each -> !each.isDamaged).toList();
    }

    /** What an epoch held of which not every header can be read may stand nowhere else. */
    private static List<Epoch> complete(List<Epoch> epochs) {
        return epochs.stream().filter(each -> !each.isIncomplete).toList();
    }

    private List<Epoch> epochs(List<Bookkeeping> segments) {
        Map<Long, List<Bookkeeping>> byEpoch = new LinkedHashMap<>();
        for (Bookkeeping each : segments)
            byEpoch.computeIfAbsent(each.epoch(), epoch -> new ArrayList<>()).add(each);
        return byEpoch.values().stream().map(this::epoch).toList();
    }

    private Epoch epoch(List<Bookkeeping> segments) {
        boolean isDamaged = isAnyIn(damaged, segments);
        List<Fingerprint> contents =
                segments.stream()
                        .flatMap(each -> found.getOrDefault(each.segmentId(), List.of()).stream())
                        .filter(each -> each.isIntact || isDamaged)
                        .map(Found::fingerprint)
                        .toList();
        return new Epoch(segments, contents, isDamaged, isAnyIn(incomplete, segments));
    }

    private static boolean isAnyIn(Set<Long> identifiers, List<Bookkeeping> segments) {
        return segments.stream().anyMatch(each -> identifiers.contains(each.segmentId()));
    }

    private static boolean startsWith(List<Fingerprint> list, List<Fingerprint> start) {
        return list.size() >= start.size() && list.subList(0, start.size()).equals(start);
    }
}
