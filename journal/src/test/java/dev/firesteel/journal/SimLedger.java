// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The simulated owner's record of its entries. It decides which entries a recovery may and must
 * find. It shares only the format of a record's head with the engine.
 */
final class SimLedger {
    /** A history that breaks a promise of the journal. */
    static final class Violation extends AssertionError {
        private static final long serialVersionUID = 1;

        Violation(String message) {
            super(message);
        }
    }

    private enum Fate {
        ATTEMPTED,
        ACKNOWLEDGED,
        /** The journal was full; the entry was never written. */
        REFUSED
    }

    /** An entry of the owner. */
    final class Entry {
        final int id;
        final byte[] bytes;
        private Fate fate = Fate.ATTEMPTED;
        private long segmentId;
        private int startOffset;
        private int endOffset;

        /** True if the owner no longer needs it. */
        private boolean released;

        /** True if a recovery has found it; then every later one must, until it is released. */
        private boolean recovered;

        /** True if a recovery has not found it; then no later one may. */
        private boolean gone;

        private Entry(int id, byte[] bytes) {
            this.id = id;
            this.bytes = bytes;
        }

        private Entry copy() {
            Entry copy = new Entry(id, bytes);
            copy.fate = fate;
            copy.segmentId = segmentId;
            copy.startOffset = startOffset;
            copy.endOffset = endOffset;
            copy.released = released;
            copy.recovered = recovered;
            copy.gone = gone;
            return copy;
        }

        void placed(long newSegmentId, int newStartOffset) {
            segmentId = newSegmentId;
            startOffset = newStartOffset;
            if (!identifiersMayReturn && releasedSegments.contains(newSegmentId))
                throw new Violation("entry " + id + " was placed in released " + newSegmentId);
        }

        void acknowledged(JournalPosition end) {
            if (end.segmentId() != segmentId) throw new Violation(this + " ends at " + end);
            endOffset = end.offset();
            fate = Fate.ACKNOWLEDGED;
            acknowledged++;
        }

        void refused() {
            fate = Fate.REFUSED;
        }

        private boolean isNeeded() {
            return !released && (recovered || fate == Fate.ACKNOWLEDGED);
        }

        @Override
        public String toString() {
            return "entry "
                    + id
                    + " ("
                    + bytes.length
                    + " bytes, "
                    + fate
                    + (recovered ? ", recovered before" : "")
                    + (gone ? ", gone before" : "")
                    + (released ? ", released" : "")
                    + ", placed at "
                    + segmentId
                    + ":"
                    + startOffset
                    + ")";
        }
    }

    private record Home(int slot, long epoch) {}

    private static final int MIN_BYTES = 5;

    private final List<Entry> entries = new ArrayList<>();
    private final Set<Long> releasedSegments = new HashSet<>();

    /** The start of an entry. */
    private record Offset(long segmentId, long epoch, int start) {}

    /** A place where an entry's record was submitted: as an append or as a copy. */
    private record Place(long segmentId, long epoch, long sequence, int fromOffset) {}

    /** The places of each entry. */
    private final Map<Integer, Set<Place>> places = new HashMap<>();

    private @Nullable UUID encryptedJournal;
    private final Map<Offset, Integer> written = new HashMap<>();

    /** The last slot and epoch of each segment. */
    private final Map<Long, Home> homes = new HashMap<>();

    /** Segments that the journal has freed, or was about to free. */
    private final Set<Long> freed = new HashSet<>();

    private final boolean releasesMayReturn;
    private final boolean identifiersMayReturn;
    private long highestSegment;
    private long acknowledged;
    private long forgotten;
    private long stray;

    /**
     * Creates an empty ledger.
     *
     * @param releasesMayReturn whether an interrupted release may be seen at first, and not later:
     *     the written copy of the bookkeeping may be the unreadable one
     * @param identifiersMayReturn whether the drive may forget which identifiers were given
     */
    SimLedger(boolean releasesMayReturn, boolean identifiersMayReturn) {
        this.releasesMayReturn = releasesMayReturn;
        this.identifiersMayReturn = identifiersMayReturn;
    }

    /** Returns a new entry of about this size. */
    Entry attempt(int wantedBytes, SimRandom random) {
        byte[] bytes = new byte[Math.max(MIN_BYTES, wantedBytes)];
        for (int i = Integer.BYTES; i < bytes.length; i++) bytes[i] = (byte) random.nextLong();
        ByteBuffer.wrap(bytes).putInt(0, entries.size());
        Entry entry = new Entry(entries.size(), bytes);
        entries.add(entry);
        return entry;
    }

    int attempts() {
        return entries.size();
    }

    long acknowledgements() {
        return acknowledged;
    }

    /** Checks that identifiers of segments always rise, whatever the clock does. */
    void segmentOpened(long id) {
        if (id <= highestSegment)
            throw new Violation("segment " + id + " was opened after " + highestSegment);
        highestSegment = id;
    }

    /** Marks a segment's entries as no longer needed. */
    void release(long segmentId) {
        releasedSegments.add(segmentId);
        for (Entry entry : entries) if (entry.segmentId == segmentId) entry.released = true;
    }

    boolean isReleased(long segmentId) {
        return releasedSegments.contains(segmentId);
    }

    /** Marks everything that the last recovery found as durable elsewhere. */
    void releaseRecovered(Set<Integer> found) {
        for (int id : found) entries.get(id).released = true;
    }

    /** Sets the journal whose writes are encrypted from now on; null if they are not. */
    void encryptedIn(@Nullable UUID journalId) {
        encryptedJournal = journalId;
    }

    /**
     * Observes a write on its way to the device. If only one may be in flight, all earlier records
     * are durable, and its watermark must cover them.
     */
    void observe(byte[] write, int recordsInFlight) {
        ByteBuffer bytes = ByteBuffer.wrap(write);
        SimImage.Note note = SimImage.Note.decode(write);
        if (note != null && note.isFree()) freed.add(note.segmentId());
        else if (note != null) settleIn(note);
        long first = 0;
        for (int at = 0; at + RecordHeader.BYTES <= write.length; at += SimDisk.BLOCK_BYTES) {
            RecordHeader header = RecordHeader.decode(bytes, at);
            if (header == null) continue;
            checkPadding(write, at + header.bytes());
            if (first == 0) first = header.sequence();
            if (recordsInFlight == 1 && header.watermark() != first - 1)
                throw new Violation("record " + first + " has the watermark " + header.watermark());
            note(bytes, at, header);
        }
    }

    /** Records the places of a record's entries. */
    private void note(ByteBuffer write, int at, RecordHeader header) {
        Place place =
                new Place(
                        header.segmentId(),
                        header.epoch(),
                        header.sequence(),
                        header.startOffset());
        ByteBuffer body = body(write, at, header);
        int next = 0;
        int offset = header.startOffset();
        for (int i = 0; i < header.entries(); i++) {
            int bytes = body.getInt(next);
            int id = body.getInt(next + RecordHeader.ENTRY_PREFIX_BYTES);
            places.computeIfAbsent(id, key -> new LinkedHashSet<>()).add(place);
            checkWrittenOnce(new Offset(header.segmentId(), header.epoch(), offset), id);
            next += RecordHeader.ENTRY_PREFIX_BYTES + bytes;
            offset += JournalFixture.POSITION_OVERHEAD + bytes;
        }
    }

    /** Checks that no two entries share an encryption offset: otherwise both could be decrypted. */
    private void checkWrittenOnce(Offset offset, int id) {
        Integer before = written.putIfAbsent(offset, id);
        if (before != null && before != id)
            throw new Violation("entries " + before + " and " + id + " both at " + offset);
    }

    /** Returns a decrypted copy; the write itself must not be changed. */
    private ByteBuffer body(ByteBuffer write, int at, RecordHeader header) {
        ByteBuffer body = ByteBuffer.allocate(header.bodyBytes());
        body.put(0, write, at + RecordHeader.BYTES, header.bodyBytes());
        if (encryptedJournal == null) return body;
        SlotHeader segment =
                SlotHeader.blank(0, 0)
                        .opened(
                                header.segmentId(),
                                header.epoch(),
                                SlotHeader.State.LIVE,
                                0,
                                JournalFixture.KEY.fingerprint());
        JournalFixture.KEY
                .cipher(encryptedJournal, segment)
                .applyToAll(body, header.startOffset(), JournalFixture.POSITION_OVERHEAD);
        return body;
    }

    private Set<Place> places(Entry entry) {
        return places.getOrDefault(entry.id, Set.of());
    }

    /** Returns the logical offset behind a record's entries. */
    static int endOffset(RecordHeader header) {
        int overhead = JournalFixture.POSITION_OVERHEAD - RecordHeader.ENTRY_PREFIX_BYTES;
        return header.startOffset() + header.bodyBytes() + header.entries() * overhead;
    }

    /**
     * Records the home of a segment. A drive that lies may lose every trace of an identifier, and
     * the clock may not have moved on. A later epoch then gives the identifier to another segment,
     * and it means that one.
     */
    private void settleIn(SimImage.Note note) {
        Home home = new Home(note.slot(), note.epoch());
        Home before = homes.put(note.segmentId(), home);
        if (before == null || before.epoch == note.epoch()) return;
        freed.remove(note.segmentId());
        for (Set<Place> each : places.values())
            each.removeIf(place -> place.segmentId == note.segmentId());
    }

    /** Returns whether the segment was given this slot in this epoch. */
    boolean isHome(long segmentId, long epoch, int slot) {
        return new Home(slot, epoch).equals(homes.get(segmentId));
    }

    /** Returns whether the journal has freed a segment, or was about to. */
    boolean isFreed(long segmentId) {
        return freed.contains(segmentId);
    }

    /** Checks that padding is zero: earlier memory content must not leak. */
    private static void checkPadding(byte[] write, int from) {
        for (int i = from; i % SimDisk.BLOCK_BYTES != 0; i++)
            if (write[i] != 0) throw new Violation("padding is not zero");
    }

    /**
     * Judges the result of a recovery.
     *
     * @param count the number of entries, from the first, that it could find
     * @param evidence the content of the device if it broke its contract, else null. Then a missing
     *     entry must be reported or above the watermark. No intact entry may be missing, whatever
     *     is reported
     * @return the identifiers of the entries found
     */
    Set<Integer> judge(Found found, int count, @Nullable Evidence evidence) {
        Set<Integer> ids = new HashSet<>();
        SegmentInfo segment = null;
        int end = 0;
        for (Found.Seen seen : found.seen) {
            boolean same = segment != null && segment.id() == seen.segment().id();
            if (segment != null && segment.id() > seen.segment().id())
                throw new Violation("segments out of order at " + seen.segment().id());
            if (same && seen.startOffset() < end)
                throw new Violation("entries out of order at " + seen);
            segment = seen.segment();
            end = seen.endOffset();
            ids.add(genuine(seen, evidence != null).id);
        }
        if (evidence == null && !found.damages.isEmpty())
            throw new Violation("damage where there is none: " + found.damages);
        for (Entry entry : entries.subList(0, count))
            settle(entry, ids.contains(entry.id), found, evidence);
        return ids;
    }

    private Entry genuine(Found.Seen seen, boolean isFoul) {
        byte[] bytes = seen.bytes();
        int id = bytes.length < MIN_BYTES ? -1 : ByteBuffer.wrap(bytes).getInt(0);
        if (id < 0 || id >= entries.size() || !Arrays.equals(entries.get(id).bytes, bytes))
            throw new Violation("phantom: nothing like " + seen + " was ever appended");
        Entry entry = entries.get(id);
        // A drive that loses writes may show an earlier state of its own, which is no phantom.
        boolean mayReturn = isFoul || (entry.released && releasesMayReturn);
        if (entry.fate == Fate.REFUSED || (entry.gone && !mayReturn))
            throw new Violation("phantom: " + entry + " at " + seen.segment().id());
        boolean isObserved = !places.isEmpty();
        if (isObserved
                && places(entry).stream().noneMatch(at -> at.segmentId == seen.segment().id()))
            throw new Violation(entry + " was never written where it was found: " + seen);
        if (entry.segmentId == seen.segment().id()
                && (entry.startOffset != seen.startOffset()
                        || (entry.endOffset != 0 && entry.endOffset != seen.endOffset())))
            throw new Violation(entry + " was found at " + seen.startOffset());
        return entry;
    }

    private void settle(Entry entry, boolean isFound, Found found, @Nullable Evidence evidence) {
        if (isFound) {
            entry.recovered = true;
            return;
        }
        if (entry.isNeeded() && !entry.gone) {
            if (evidence != null && isWithheld(evidence, entry, found))
                throw new Violation("withheld: " + entry + ", though its record is intact");
            if (!isReported(entry, found) && (evidence == null || !excuses(evidence, entry, found)))
                throw new Violation(
                        "lost: " + entry + " at " + places(entry) + ", reported: " + found.damages);
        }
        entry.gone = true;
    }

    /**
     * Returns whether the entry is intact on the device. Other damage is no excuse, unless the use
     * of its slot is unknown and the recovery has reported that.
     */
    private boolean isWithheld(Evidence evidence, Entry entry, Found found) {
        for (Place place : places(entry)) {
            int slot = evidence.image.slotOf(place.segmentId, place.fromOffset);
            if (slot >= 0 && !(evidence.image.isLost(slot) && found.hasLostSlot(slot))) return true;
        }
        return false;
    }

    /** Returns whether one of its segments, or its slot, was reported as damaged. */
    private boolean isReported(Entry entry, Found found) {
        for (Place place : places(entry)) {
            Home home = homes.get(place.segmentId);
            for (Damage damage : found.damages)
                if (damage.segmentId() == place.segmentId
                        || (home != null && damage.slot() == home.slot)) return true;
        }
        return false;
    }

    /** Returns whether nothing on the device proves that the entry's record was durable. */
    private boolean excuses(Evidence evidence, Entry entry, Found found) {
        SimImage image = evidence.image;
        Set<Place> all = places(entry);
        if (evidence.isLiar && all.stream().noneMatch(each -> image.tellsOf(each.segmentId))) {
            forgotten++;
            if (all.stream().anyMatch(each -> image.isStray(each.segmentId))) stray++;
            return true;
        }
        // A copy that a reader cannot find was freed for another copy, or was never complete.
        return !all.isEmpty()
                && all.stream()
                        .filter(
                                each ->
                                        image.tellsOf(each.segmentId)
                                                || (each.segmentId == entry.segmentId
                                                        && !isGivenUp(each, evidence)))
                        .allMatch(
                                each ->
                                        each.sequence
                                                > image.watermark(each.epoch, found::hasLostSlot));
    }

    /**
     * Checks that after a clean close no acknowledged record of the run is above every watermark.
     */
    void judgeEnd(SimImage image, long epoch) {
        long watermark = image.watermark(epoch, slot -> false);
        for (Entry entry : entries) {
            if (entry.released || entry.fate != Fate.ACKNOWLEDGED) continue;
            for (Place place : places(entry))
                if (place.epoch == epoch && place.sequence > watermark)
                    throw new Violation(
                            "closed, and above the watermark "
                                    + watermark
                                    + ": record "
                                    + place.sequence
                                    + " of "
                                    + entry);
        }
    }

    /**
     * Returns whether a place was freed for a copy that a drive that lies has kept in part. Then
     * the copy's watermark counts. Seed 60 593 070.
     */
    private boolean isGivenUp(Place place, Evidence evidence) {
        return evidence.isLiar && freed.contains(place.segmentId);
    }

    /** Returns a copy of the owner's current entries. */
    List<Entry> save() {
        return entries.stream().map(Entry::copy).toList();
    }

    /** Forgets everything since {@link #save}. */
    void restore(List<Entry> saved) {
        entries.clear();
        for (Entry entry : saved) entries.add(entry.copy());
    }

    /**
     * Returns the number of entries lost silently with everything of their segments: a lying drive
     * may do that.
     */
    long forgotten() {
        return forgotten;
    }

    /** Returns the number of those whose segments have left stray records. */
    long stray() {
        return stray;
    }

    /**
     * The remaining content of a drive that broke its contract.
     *
     * @param isLiar whether it may forget even a whole segment, with both copies of its bookkeeping
     */
    record Evidence(SimImage image, boolean isLiar) {}

    /** The entries and damages that a recovery returns. */
    static final class Found implements ReplayHandler {
        @SuppressWarnings("ArrayRecordComponent") // compared by hand
        record Seen(SegmentInfo segment, int startOffset, int endOffset, byte[] bytes) {
            @Override
            public String toString() {
                return bytes.length
                        + " bytes at "
                        + segment.id()
                        + ":"
                        + startOffset
                        + " "
                        + Arrays.toString(Arrays.copyOf(bytes, Math.min(8, bytes.length)));
            }
        }

        final List<Seen> seen = new ArrayList<>();
        final List<Damage> damages = new ArrayList<>();

        @Override
        public void entry(SegmentInfo segment, int startOffset, int endOffset, ByteBuffer entry) {
            byte[] bytes = new byte[entry.remaining()];
            entry.duplicate().get(bytes);
            seen.add(new Seen(segment, startOffset, endOffset, bytes));
        }

        @Override
        public void damage(Damage damage) {
            damages.add(damage);
        }

        /** Returns whether a slot was reported as lost. */
        boolean hasLostSlot(int slot) {
            return damages.stream()
                    .filter(damage -> damage.finding() == RecoveryCase.H_DAMAGED_BOOKKEEPING)
                    .anyMatch(damage -> damage.slot() == slot);
        }

        /** Returns whether two recoveries found the same. */
        boolean isLike(Found other) {
            if (seen.size() != other.seen.size() || !damages.equals(other.damages)) return false;
            for (int i = 0; i < seen.size(); i++) {
                Seen a = seen.get(i);
                Seen b = other.seen.get(i);
                if (a.segment.id() != b.segment.id()
                        || a.startOffset != b.startOffset
                        || a.endOffset != b.endOffset
                        || !Arrays.equals(a.bytes, b.bytes)) return false;
            }
            return true;
        }
    }
}
