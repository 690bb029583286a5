// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads segments in the order of their identifiers and passes their entries on. Distinguishes a
 * torn tail, which is legal, from damage to acknowledged records, which is not.
 *
 * <p>The rows of the table are those of {@link RecoveryCase} and of {@code
 * docs/internals/format.md}. "Durable" is the highest watermark in any intact header of the epoch,
 * wherever it lies. A misdirected write may have destroyed the very records that its watermark
 * covers. It is known only after all segments are read, so suspicions are collected first and
 * judged at the end.
 *
 * <pre>
 *   header   body     behind it   sequence       finding
 *   intact   intact   any         any            A  replayed
 *   intact   broken   any         &lt;= durable     B  damage
 *   intact   broken   any         &gt;  durable     C  torn
 *   missing  -        records     &lt;= durable     D  damage
 *   missing  -        records     &gt;  durable     E  torn
 *   missing  -        nothing     &lt;= durable     F  damage
 *   missing  -        nothing     &gt;  durable     G  the end
 * </pre>
 */
final class Replay {
    /** Receives the results of a replay, record by record. */
    interface RecordHandler {
        /**
         * Handles an intact record.
         *
         * @param entries the entries, from position to limit, each preceded by its length
         */
        void record(SegmentInfo segment, int startOffset, int count, ByteBuffer entries)
                throws IOException;

        /** Handles a record with an intact header but a broken body: torn, or damaged. */
        default void broken(SegmentInfo segment, RecordHeader header) {}

        /** Handles damage, see {@link ReplayHandler#damage}. */
        void damage(Damage damage) throws IOException;
    }

    /** Passes records on entry by entry. */
    record Entries(int positionOverhead, ReplayHandler handler) implements RecordHandler {
        @Override
        public void record(SegmentInfo segment, int startOffset, int count, ByteBuffer entries)
                throws IOException {
            int start = startOffset;
            for (int i = 0; i < count; i++) {
                int bytes = entries.getInt();
                int end = start + positionOverhead + bytes;
                handler.entry(segment, start, end, entries.slice(entries.position(), bytes));
                entries.position(entries.position() + bytes);
                start = end;
            }
        }

        @Override
        public void damage(Damage damage) throws IOException {
            handler.damage(damage);
        }
    }

    /** A place where records are missing or broken. */
    private record Suspicion(
            SlotHeader segment,
            int block,
            long sequence,
            RecoveryCase ifDurable,
            RecoveryCase ifNot) {}

    private final Superblock superblock;
    private final SegmentScanner scanner;
    private final @Nullable JournalKey key;
    private final RecordHandler handler;
    private final Map<Long, Long> durableByEpoch = new HashMap<>();

    /** The first sequence of each segment with any header read, by epoch and segment identifier. */
    private final Map<Long, NavigableMap<Long, Long>> firstByEpoch = new HashMap<>();

    private final List<Suspicion> suspicions = new ArrayList<>();
    private final List<Damage> damages = new ArrayList<>();
    private List<SlotHeader> live = List.of();
    private long records;
    private long entries;
    private long entryBytes;

    /**
     * Passes entries to a handler.
     *
     * @param key decrypts encrypted segments; null to pass their entries on encrypted
     */
    Replay(
            BlockDevice device,
            Superblock superblock,
            @Nullable JournalKey key,
            ReplayHandler handler) {
        this(device, superblock, key, new Entries(superblock.positionOverhead(), handler));
    }

    Replay(
            BlockDevice device,
            Superblock superblock,
            @Nullable JournalKey key,
            RecordHandler handler) {
        this.superblock = superblock;
        this.scanner = new SegmentScanner(device, superblock);
        this.key = key;
        this.handler = handler;
    }

    /** Reads segments, sorted by identifier, and reports damage, including damaged slots. */
    ReplaySummary run(
            List<SlotHeader> segments, List<Integer> damagedSlots, ReplayContext replayContext)
            throws IOException {
        live = replayContext.live();
        for (int slot : damagedSlots) damages.add(damagedBookkeeping(slot));
        for (MisplacedHead each : replayContext.misplaced()) report(each, segments);
        List<SegmentReading> silent = new ArrayList<>();
        for (SlotHeader segment : segments) {
            SegmentReading reading = new SegmentReading(segment);
            for (MisplacedHead each : replayContext.misplaced()) reading.elsewhere(each.header());
            scanner.scan(segment, reading);
            reading.end();
            if (reading.isSilent()) silent.add(reading);
        }
        for (SegmentReading reading : silent) reading.suspectSilence();
        long torn = judge();
        for (Damage damage : damages) handler.damage(damage);
        return new ReplaySummary(
                segments.size(), records, entries, entryBytes, torn, damages.size());
    }

    private void seen(RecordHeader header) {
        firstByEpoch
                .computeIfAbsent(header.epoch(), epoch -> new TreeMap<>())
                .putIfAbsent(header.segmentId(), header.firstSequence());
    }

    /**
     * Reports a misdirected write for both segments that it affects: the one it belongs to, and the
     * one it overwrote, unless that was opened later. Neither may then be relocated. If both have
     * been released, nothing is lost.
     */
    private void report(MisplacedHead found, List<SlotHeader> segments) {
        RecordHeader header = found.header();
        long offset = superblock.geometry().bookkeepingOffset(found.slot(), found.copy());
        for (SlotHeader each : segments) {
            boolean isHit = each.slot() == found.slotBehind() && !mayRemain(header, each);
            if (isHit || isOf(header, each))
                damages.add(misplaced(each, found.slot(), offset, header));
        }
    }

    private static boolean isOf(RecordHeader header, SlotHeader segment) {
        return header.segmentId() == segment.segmentId() && header.epoch() == segment.epoch();
    }

    /** Returns whether a header may be left from an earlier segment in a segment's slot. */
    private static boolean mayRemain(RecordHeader header, SlotHeader segment) {
        return header.epoch() < segment.epoch()
                || (header.epoch() == segment.epoch() && header.segmentId() < segment.segmentId());
    }

    private static Damage misplaced(
            SlotHeader segment, int slot, long deviceOffset, RecordHeader header) {
        return new Damage(
                segment.segmentId(),
                slot,
                deviceOffset,
                RecoveryCase.J_MISPLACED,
                "record "
                        + header.sequence()
                        + " of epoch "
                        + header.epoch()
                        + ", of segment "
                        + header.segmentId()
                        + ", lies where it was not written, perhaps over others");
    }

    private long judge() {
        long torn = 0;
        for (Suspicion each : suspicions) {
            long durable = durableByEpoch.getOrDefault(each.segment.epoch(), 0L);
            RecoveryCase finding = each.sequence <= durable ? each.ifDurable : each.ifNot;
            if (finding.isDamage()) damages.add(damage(each, finding, durable));
            else if (finding != RecoveryCase.G_END) torn++;
        }
        return torn;
    }

    private Damage damage(Suspicion suspicion, RecoveryCase finding, long durable) {
        String what =
                switch (finding) {
                    case B_DAMAGED_BODY -> "has a damaged body";
                    case D_DAMAGED_HOLE -> "is missing between intact records";
                    default -> "is missing at the end of what can be read";
                };
        return new Damage(
                suspicion.segment.segmentId(),
                suspicion.segment.slot(),
                superblock.geometry().blockOffset(suspicion.segment.slot(), suspicion.block),
                finding,
                "record "
                        + suspicion.sequence
                        + " of epoch "
                        + suspicion.segment.epoch()
                        + " "
                        + what
                        + ", though everything up to record "
                        + durable
                        + " was durable");
    }

    private Damage damagedBookkeeping(int slot) {
        return new Damage(
                0,
                slot,
                superblock.geometry().slotOffset(slot),
                RecoveryCase.H_DAMAGED_BOOKKEEPING,
                "neither copy of the metadata of slot "
                        + slot
                        + " is readable and as new as the slot's content");
    }

    /** Collects what one segment contains. */
    private final class SegmentReading implements SegmentScanner.Visitor {
        private final SlotHeader segment;
        private final SegmentInfo info;
        private final @Nullable SegmentCipher cipher;
        private long firstSequence;

        /** The sequence of the first record, from a misdirected header; 0 if there is none. */
        private long firstElsewhere;

        private long expected;
        private int expectedBlock = Geometry.FIRST_BLOCK;
        private boolean ended;

        private SegmentReading(SlotHeader segment) {
            this.segment = segment;
            this.info = segment.info(superblock.geometry().segmentBytes());
            this.cipher =
                    key == null || !segment.isEncrypted()
                            ? null
                            : key.cipher(superblock.journalId(), segment);
        }

        private boolean isSilent() {
            return firstSequence == 0;
        }

        @Override
        public void intact(RecordHeader header, ByteBuffer body) throws IOException {
            advance(header);
            records++;
            entries += header.entries();
            entryBytes +=
                    header.bodyBytes() - (long) header.entries() * RecordHeader.ENTRY_PREFIX_BYTES;
            if (cipher != null)
                cipher.applyToAll(body, header.startOffset(), superblock.positionOverhead());
            handler.record(info, header.startOffset(), header.entries(), body);
        }

        @Override
        public void broken(RecordHeader header) {
            advance(header);
            handler.broken(info, header);
            suspicions.add(
                    new Suspicion(
                            segment,
                            header.block(),
                            header.sequence(),
                            RecoveryCase.B_DAMAGED_BODY,
                            RecoveryCase.C_TORN_BODY));
        }

        @Override
        public void elsewhere(RecordHeader header) {
            durableByEpoch.merge(header.epoch(), header.watermark(), Math::max);
            seen(header);
            if (isOf(header, segment)) firstElsewhere = header.firstSequence();
        }

        @Override
        public void misplaced(int block, RecordHeader header) {
            // A record of a segment that is live elsewhere never belonged here: it is missing
            // there.
            List<SlotHeader> homes =
                    live.stream()
                            .filter(each -> isOf(header, each) && each.slot() != segment.slot())
                            .toList();
            if (homes.isEmpty() && mayRemain(header, segment)) return;
            long offset = superblock.geometry().blockOffset(segment.slot(), block);
            damages.add(Replay.misplaced(segment, segment.slot(), offset, header));
            for (SlotHeader each : homes)
                damages.add(Replay.misplaced(each, segment.slot(), offset, header));
        }

        @Override
        public void unreadable(int block, IOException problem) {
            damages.add(
                    new Damage(
                            segment.segmentId(),
                            segment.slot(),
                            superblock.geometry().blockOffset(segment.slot(), block),
                            RecoveryCase.I_UNREADABLE,
                            String.valueOf(problem.getMessage())));
        }

        private void advance(RecordHeader header) {
            durableByEpoch.merge(segment.epoch(), header.watermark(), Math::max);
            if (firstSequence == 0) {
                expected = firstSequence = header.firstSequence();
                seen(header);
            }
            if (header.sequence() > expected)
                suspect(RecoveryCase.D_DAMAGED_HOLE, RecoveryCase.E_TORN_HOLE);
            expected = header.sequence() + 1;
            expectedBlock = header.block() + superblock.geometry().blocks(header.bytes());
            ended = header.kind() == RecordHeader.Kind.END;
        }

        /** Ends the segment: nothing intact follows. Every finished segment has an end record. */
        private void end() {
            if (firstSequence == 0) expected = firstElsewhere;
            if (!ended && expected != 0) suspect(RecoveryCase.F_DAMAGED_TAIL, RecoveryCase.G_END);
        }

        /**
         * Suspects a segment without any record if a later one of its epoch is known: a segment is
         * left only after its end record was sealed.
         */
        private void suspectSilence() {
            NavigableMap<Long, Long> firsts = firstByEpoch.get(segment.epoch());
            Map.Entry<Long, Long> later =
                    firsts == null ? null : firsts.higherEntry(segment.segmentId());
            if (later == null) return;
            expected = later.getValue() - 1;
            suspect(RecoveryCase.F_DAMAGED_TAIL, RecoveryCase.G_END);
        }

        private void suspect(RecoveryCase ifDurable, RecoveryCase ifNot) {
            suspicions.add(new Suspicion(segment, expectedBlock, expected, ifDurable, ifNot));
        }
    }
}
