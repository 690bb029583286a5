// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Judges the entries that a reader returns from a damaged image. No acknowledged entry may be
 * missing silently. Damage may cost only damaged entries. No entry may be returned that was not
 * written at its place.
 */
final class CorruptionOracle {
    /** The outcome of a read or an opening of a damaged image. */
    enum Outcome {
        /** Every entry came back. */
        HARMLESS,
        /**
         * Damage was reported. The returned entries are right, and all undamaged ones are among
         * them.
         */
        REPORTED,
        /**
         * The journal was not opened at all, with a typed error: no superblock is left. In an
         * opening it may also be that both copies of a slot's bookkeeping are damaged.
         */
        REFUSED,
        /**
         * An entry above every watermark that was ever durable is missing: this looks like a torn
         * tail, as docs/internals/format.md describes.
         */
        WINDOW,
        /**
         * As WINDOW, but only because the damage hit every record with a watermark that covers the
         * entry.
         */
        WITNESS_LOST,
        /**
         * Every entry came back, and some released ones: both copies of a slot's bookkeeping are
         * lost or older than the release.
         */
        RETURNED,
        /** An acknowledged entry is missing without a report. */
        SILENT_LOSS,
        /** An entry is missing, though nothing needed to read it was damaged. */
        WITHHELD,
        /** The journal was not opened, though nothing needed to open it was damaged. */
        SHUT,
        /** An entry was returned that was never written at that place. */
        PHANTOM,
        /** The second start did not report what the first had reported. */
        FORGOTTEN;

        boolean isViolation() {
            return switch (this) {
                case SILENT_LOSS, WITHHELD, SHUT, PHANTOM, FORGOTTEN -> true;
                case HARMLESS, REPORTED, REFUSED, WINDOW, WITNESS_LOST, RETURNED -> false;
            };
        }
    }

    /** Reads a device without opening it. */
    @FunctionalInterface
    interface Reader {
        void read(BlockDevice device, ReplayHandler handler) throws IOException;
    }

    private record Place(long segmentId, int startOffset) {}

    private record Witness(long offset, long epoch, long watermark) {}

    private final EngineImage image;
    private final Geometry geometry;
    private final Reader reader;
    private final Map<Place, Integer> places = new HashMap<>();
    private final List<Witness> witnesses = new ArrayList<>();

    CorruptionOracle(EngineImage image) {
        this(image, (device, handler) -> JournalReader.read(device, null, handler));
    }

    CorruptionOracle(EngineImage image, Reader reader) {
        this.image = image;
        this.geometry = image.superblock().geometry();
        this.reader = reader;
        for (int i = 0; i < image.entries().size(); i++) {
            EngineImage.Entry entry = image.entries().get(i);
            places.put(new Place(entry.segmentId(), entry.startOffset()), i);
        }
        findWitnesses();
    }

    /** Collects the records that carry a watermark, at any place. */
    private void findWitnesses() {
        ByteBuffer content = ByteBuffer.wrap(image.device().content());
        int blockBytes = image.device().blockBytes();
        for (int at = 0; at < content.capacity(); at += blockBytes) {
            RecordHeader header = RecordHeader.decode(content, at);
            if (header != null) witnesses.add(new Witness(at, header.epoch(), header.watermark()));
        }
    }

    /** Reads the image without opening it. */
    Outcome judgeReading(Corruption corruption) throws IOException {
        Reading reading = new Reading();
        try {
            reader.read(image.device(), reading);
        } catch (JournalException e) {
            return isWithoutSuperblock(corruption) ? Outcome.REFUSED : Outcome.SHUT;
        }
        return judge(reading, corruption);
    }

    private static boolean isWithoutSuperblock(Corruption corruption) {
        return IntStream.range(0, Geometry.SUPERBLOCK_COPIES)
                .allMatch(copy -> corruption.touches(Geometry.superblockOffset(copy)));
    }

    /**
     * Returns whether a slot lost both copies of its bookkeeping. The identifiers given before are
     * then unknown, so nothing can be written.
     */
    private boolean isWithoutBookkeeping(Corruption corruption) {
        return IntStream.range(0, image.superblock().slots())
                .anyMatch(
                        slot ->
                                corruption.touches(geometry.bookkeepingOffset(slot, 0))
                                        && corruption.touches(geometry.bookkeepingOffset(slot, 1)));
    }

    /** Opens a copy of the image and replays it twice, as after a crash in recovery. */
    Outcome judgeOpening(Corruption corruption) throws IOException {
        ImageDevice copy = image.device().copy();
        Outcome first = open(copy, corruption);
        if (first.isViolation()) return first;
        Outcome second = open(copy, corruption);
        boolean forgotten =
                (first == Outcome.REPORTED || first == Outcome.REFUSED) && second != first;
        return second.isViolation() || !forgotten ? second : Outcome.FORGOTTEN;
    }

    private Outcome open(ImageDevice device, Corruption corruption) throws IOException {
        Contents contents = new Contents();
        Environment environment = Environment.real();
        try (Journal journal =
                Journal.open(
                        device, JournalFixture.options(1), JournalListener.none(), environment)) {
            journal.replay(contents);
        } catch (JournalException e) {
            boolean must = isWithoutSuperblock(corruption) || isWithoutBookkeeping(corruption);
            return must ? Outcome.REFUSED : Outcome.SHUT;
        }
        return judge(contents, corruption);
    }

    private Outcome judge(Contents contents, Corruption corruption) {
        if (contents.hasPhantom) return Outcome.PHANTOM;
        Outcome outcome = contents.hasReturned ? Outcome.RETURNED : Outcome.HARMLESS;
        if (contents.isDamaged) outcome = Outcome.REPORTED;
        for (int i = 0; i < image.entries().size(); i++) {
            EngineImage.Entry entry = image.entries().get(i);
            if (contents.seen.get(i)) continue;
            if (!isDamaged(entry, contents, corruption)) return Outcome.WITHHELD;
            if (!image.acknowledged().contains(entry.bytes()) || contents.tellsOf(entry)) continue;
            Outcome loss = judgeLoss(entry, corruption);
            if (loss.isViolation()) return loss;
            if (!contents.isDamaged) outcome = loss;
        }
        return outcome;
    }

    /**
     * Returns whether the entry's record is damaged, or the reader reported its whole slot as lost.
     */
    private boolean isDamaged(EngineImage.Entry entry, Contents contents, Corruption corruption) {
        for (int i = 0; i < entry.recordBlocks(); i++)
            if (corruption.touches(entry.recordOffset() + (long) i * geometry.blockBytes()))
                return true;
        int slot = slotOf(entry);
        boolean isSlotDamaged =
                corruption.touches(geometry.blockOffset(slot, Geometry.FIRST_BLOCK))
                        || (corruption.touches(geometry.bookkeepingOffset(slot, 0))
                                && corruption.touches(geometry.bookkeepingOffset(slot, 1)));
        return isSlotDamaged && contents.lostSlots.get(slot);
    }

    private int slotOf(EngineImage.Entry entry) {
        return geometry.slotsIn(entry.recordOffset());
    }

    private Outcome judgeLoss(EngineImage.Entry entry, Corruption corruption) {
        long ever = image.watermarks().getOrDefault(entry.epoch(), 0L);
        if (entry.sequence() > ever) return Outcome.WINDOW;
        boolean witnessed =
                witnesses.stream()
                        .filter(each -> each.epoch == entry.epoch())
                        .filter(each -> each.watermark >= entry.sequence())
                        .anyMatch(each -> !corruption.touches(each.offset));
        boolean hadWitness =
                witnesses.stream()
                        .filter(each -> each.epoch == entry.epoch())
                        .anyMatch(each -> each.watermark >= entry.sequence());
        return witnessed || !hadWitness ? Outcome.SILENT_LOSS : Outcome.WITNESS_LOST;
    }

    /** Finds entries by their bytes: a carried-over entry has another position. */
    private class Contents implements ReplayHandler {
        final BitSet seen = new BitSet();
        final BitSet lostSlots = new BitSet();
        final Set<Long> damagedSegments = new HashSet<>();
        boolean isDamaged;
        boolean hasReturned;
        boolean hasPhantom;

        @Override
        public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry) {
            @Nullable Integer index = find(segment, startOffset, endOffset, entry);
            if (index != null) seen.set(index);
            else if (image.wrote(entry)) hasReturned = true;
            else hasPhantom = true;
        }

        @Nullable Integer find(SegmentInfo segment, int start, int end, ByteBuffer bytes) {
            for (int i = 0; i < image.entries().size(); i++)
                if (image.entries().get(i).bytes().equals(bytes)) return i;
            return null;
        }

        @Override
        public void damage(Damage damage) {
            isDamaged = true;
            damagedSegments.add(damage.segmentId());
            if (damage.finding() == RecoveryCase.H_DAMAGED_BOOKKEEPING)
                lostSlots.set(damage.slot());
        }

        /** Returns whether damage was reported at the entry's place. */
        boolean tellsOf(EngineImage.Entry entry) {
            return damagedSegments.contains(entry.segmentId()) || lostSlots.get(slotOf(entry));
        }
    }

    /** Finds entries by their place: every entry must be at its own place, once. */
    private final class Reading extends Contents {
        @Override
        @Nullable Integer find(SegmentInfo segment, int start, int end, ByteBuffer bytes) {
            Integer index = places.get(new Place(segment.id(), start));
            if (index == null || seen.get(index)) return null;
            int expectedEnd = start + image.superblock().positionOverhead() + bytes.remaining();
            boolean same = image.entries().get(index).bytes().equals(bytes) && end == expectedEnd;
            return same ? index : null;
        }
    }
}
