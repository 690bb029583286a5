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
 * What a simulated owner knows of its entries, and so what a recovery may and must find. It shares
 * nothing with the engine but the format of a record's head.
 */
final class SimLedger {
    /** A history that the journal does not allow. */
    static final class Violation extends AssertionError {
        private static final long serialVersionUID = 1;

        Violation(String message) {
            super(message);
        }
    }

    private enum Fate {
        ATTEMPTED,
        ACKNOWLEDGED,
        /** The journal was full: it was never written. */
        REFUSED
    }

    /** An entry of the owner's. */
    final class Entry {
        final int id;
        final byte[] bytes;
        private Fate fate = Fate.ATTEMPTED;
        private long segmentId;
        private int startOffset;
        private int endOffset;

        /** The owner does not need it any more. */
        private boolean released;

        /** A recovery has found it, and so must every later one until it is released. */
        private boolean recovered;

        /** A recovery has not found it, and so must no later one. */
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

    /** Where an entry starts. */
    private record Offset(long segmentId, long epoch, int start) {}

    /**
     * Where an entry's records were submitted: where it was appended, and where it was copied to.
     */
    private record Place(long segmentId, long epoch, long sequence, int fromOffset) {}

    /** By entry. */
    private final Map<Integer, Set<Place>> places = new HashMap<>();

    private @Nullable UUID encryptedJournal;
    private final Map<Offset, Integer> written = new HashMap<>();

    /** The slot and the epoch that each segment was given last. */
    private final Map<Long, Home> homes = new HashMap<>();

    /** Segments that the journal has freed, or was about to. */
    private final Set<Long> freed = new HashSet<>();

    private final boolean releasesMayReturn;
    private final boolean identifiersMayReturn;
    private long highestSegment;
    private long acknowledged;
    private long forgotten;
    private long stray;

    /**
     * An empty ledger.
     *
     * @param releasesMayReturn whether a release that was cut short may be seen at first, and not
     *     later: the copy of the bookkeeping that had been written may be the one that cannot be
     *     read
     * @param identifiersMayReturn whether the drive may forget which identifiers were given
     */
    SimLedger(boolean releasesMayReturn, boolean identifiersMayReturn) {
        this.releasesMayReturn = releasesMayReturn;
        this.identifiersMayReturn = identifiersMayReturn;
    }

    /** A new entry of about so many bytes. */
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

    /** Segments come with identifiers that rise for ever, whatever the clock does. */
    void segmentOpened(long id) {
        if (id <= highestSegment)
            throw new Violation("segment " + id + " was opened after " + highestSegment);
        highestSegment = id;
    }

    /** The owner does not need a segment's entries any more. */
    void release(long segmentId) {
        releasedSegments.add(segmentId);
        for (Entry entry : entries) if (entry.segmentId == segmentId) entry.released = true;
    }

    boolean isReleased(long segmentId) {
        return releasedSegments.contains(segmentId);
    }

    /** The owner has made everything durable elsewhere that the last recovery found. */
    void releaseRecovered(Set<Integer> found) {
        for (int id : found) entries.get(id).released = true;
    }

    /** Says which journal it is whose writes are encrypted from now on; null if they are not. */
    void encryptedIn(@Nullable UUID journalId) {
        encryptedJournal = journalId;
    }

    /**
     * A write is on its way to the device. If it is the only one, everything before it is durable,
     * and it has to say so.
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

    /** Takes note of where the entries of a record are. */
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

    /** By what is encrypted there, two entries would be decrypted together. */
    private void checkWrittenOnce(Offset offset, int id) {
        Integer before = written.putIfAbsent(offset, id);
        if (before != null && before != id)
            throw new Violation("entries " + before + " and " + id + " both at " + offset);
    }

    /** A copy, decrypted: the write itself is on its way. */
    private ByteBuffer body(ByteBuffer write, int at, RecordHeader header) {
        ByteBuffer body = ByteBuffer.allocate(header.bodyBytes());
        body.put(0, write, at + RecordHeader.BYTES, header.bodyBytes());
        if (encryptedJournal == null) return body;
        Bookkeeping segment =
                Bookkeeping.blank(0, 0)
                        .opened(
                                header.segmentId(),
                                header.epoch(),
                                Bookkeeping.State.LIVE,
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

    /** The logical offset behind a record's entries. */
    static int endOffset(RecordHeader header) {
        int overhead = JournalFixture.POSITION_OVERHEAD - RecordHeader.ENTRY_PREFIX_BYTES;
        return header.startOffset() + header.bodyBytes() + header.entries() * overhead;
    }

    /**
     * Where a drive that lies has lost all that told of an identifier, and the clock stands where
     * it stood, a later epoch gives it to another segment. From then on it means that one.
     */
    private void settleIn(SimImage.Note note) {
        Home home = new Home(note.slot(), note.epoch());
        Home before = homes.put(note.segmentId(), home);
        if (before == null || before.epoch == note.epoch()) return;
        freed.remove(note.segmentId());
        for (Set<Place> each : places.values())
            each.removeIf(place -> place.segmentId == note.segmentId());
    }

    /** Whether this is the slot that a segment was given, and the epoch in which it was. */
    boolean isHome(long segmentId, long epoch, int slot) {
        return new Home(slot, epoch).equals(homes.get(segmentId));
    }

    /** Whether the journal has freed a segment, or was about to. */
    boolean isFreed(long segmentId) {
        return freed.contains(segmentId);
    }

    /** What lay in memory before is nobody's business. */
    private static void checkPadding(byte[] write, int from) {
        for (int i = from; i % SimDisk.BLOCK_BYTES != 0; i++)
            if (write[i] != 0) throw new Violation("padding is not zero");
    }

    /**
     * Judges what a recovery found.
     *
     * @param count how many entries, from the first, could be found
     * @param evidence what lies on the device, if it did what a drive must not do; then what is
     *     missing must have been reported, or lie above the watermark, and nothing that is intact
     *     may be missing, whatever is reported. Null if the device kept its word
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
     * Whether the entry lies there intact. Damage to others is no excuse, unless it is the slot
     * that cannot be told, and the recovery has said so.
     */
    private boolean isWithheld(Evidence evidence, Entry entry, Found found) {
        for (Place place : places(entry)) {
            int slot = evidence.image.slotOf(place.segmentId, place.fromOffset);
            if (slot >= 0 && !(evidence.image.isLost(slot) && found.hasLostSlot(slot))) return true;
        }
        return false;
    }

    /** Whether one of the segments that held it, or its slot, was said to be damaged. */
    private boolean isReported(Entry entry, Found found) {
        for (Place place : places(entry)) {
            Home home = homes.get(place.segmentId);
            for (Damage damage : found.damages)
                if (damage.segmentId() == place.segmentId
                        || (home != null && damage.slot() == home.slot)) return true;
        }
        return false;
    }

    /** Whether nothing on the device tells that the entry's record was durable. */
    private boolean excuses(Evidence evidence, Entry entry, Found found) {
        SimImage image = evidence.image;
        Set<Place> all = places(entry);
        if (evidence.isLiar && all.stream().noneMatch(each -> image.tellsOf(each.segmentId))) {
            forgotten++;
            if (all.stream().anyMatch(each -> image.isStray(each.segmentId))) stray++;
            return true;
        }
        // A copy that nothing leads to has been freed, for another copy, or was never complete.
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

    /** After an end in good order no acknowledged record of the run is above every watermark. */
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
     * Whether a place was freed for a copy, of which a drive that lies has kept a part: then it is
     * the copy's watermark that counts. Seed 60 593 070.
     */
    private boolean isGivenUp(Place place, Evidence evidence) {
        return evidence.isLiar && freed.contains(place.segmentId);
    }

    /** What the owner knows now. */
    List<Entry> save() {
        return entries.stream().map(Entry::copy).toList();
    }

    /** Forgets everything since {@link #save}. */
    void restore(List<Entry> saved) {
        entries.clear();
        for (Entry entry : saved) entries.add(entry.copy());
    }

    /** Entries lost in silence with everything of their segments: a lying drive may. */
    long forgotten() {
        return forgotten;
    }

    /** Those of them of whose segments records are left that nothing leads to. */
    long stray() {
        return stray;
    }

    /**
     * What a drive that broke its word still shows.
     *
     * @param isLiar whether it may forget even a whole segment, with both copies of its bookkeeping
     */
    record Evidence(SimImage image, boolean isLiar) {}

    /** What a recovery hands on. */
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

        /** Whether a slot was said to be damaged as a whole. */
        boolean hasLostSlot(int slot) {
            return damages.stream()
                    .filter(damage -> damage.finding() == Finding.H_DAMAGED_BOOKKEEPING)
                    .anyMatch(damage -> damage.slot() == slot);
        }

        /** Whether two recoveries found the same. */
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
