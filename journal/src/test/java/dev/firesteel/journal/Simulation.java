// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static java.util.Map.entry;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One history of a journal, its owner and its drive, fully decided by a seed. It has several lives,
 * each ended by a power cut, a fault, or a clean close. {@link SimLedger} judges the recovery after
 * each.
 *
 * <p>Run it through {@link SimLoader}, which makes the engine's threads take turns.
 */
final class Simulation {
    /** The faults of a drive in a history, besides power cuts. */
    enum Weather {
        CALM,
        WRITE_ERROR,
        READ_ERROR,
        NO_SPACE,
        HANGING_WRITE,
        // From here on the drive breaks its contract: loss must be reported.
        LOST_WRITE,
        MISDIRECTED_WRITE,
        MISDIRECTED_READ,
        ROT,
        LYING;

        private boolean isFoul() {
            return compareTo(LOST_WRITE) >= 0;
        }
    }

    static final long EPOCH_MILLIS = 1_700_000_000_000L;

    private final SimRandom random;
    private final Weather weather;
    private final SimLedger ledger;
    private final Geometry geometry;
    private final int slots;
    private final int recordsInFlight;

    /** The first life whose entries have another content version. */
    private final int upgradeLife;

    /** The first life whose writes are encrypted. */
    private final int encryptedLife;

    /** True if writers go on without waiting, and get the outcome of an append later. */
    private final boolean repliesWait;

    /** True if the owner accepts reported damage, as on an operator's order, and goes on. */
    private final boolean acceptsDamage;

    private final Duration fullWait;
    private final int reserveSegments;

    private SimDisk disk;
    private long lives;
    private long steps;
    private long refusedAfterUpgrade;
    private long refusedOverDamage;

    /**
     * The number of starts refused for lack of a segment, because one holds content that could once
     * not be read. It takes a journal with one free segment, that start, and the next crash. See
     * docs/concepts/durability.md.
     */
    private long refusedOverLeftUnread;

    private long accepted;
    private boolean reported;

    /** True if the last recovery reported damage that is still there. */
    private boolean isDamaged;

    /** True if no slot was free when the life began. */
    private boolean isFull;

    /** True if the planned fault of the drive has happened. */
    private boolean struck;

    /**
     * True if a start could not read a segment of an earlier one, or read another block in its
     * place, and left it there. Reset by the end of a recovery.
     */
    private boolean leftUnread;

    private final long seed;

    private Simulation(long seed) throws IOException {
        this.seed = seed;
        this.random = new SimRandom(seed);
        this.weather =
                random.oneIn(3)
                        ? Weather.CALM
                        : Weather.values()[random.between(1, Weather.values().length - 1)];
        this.ledger = new SimLedger(weather == Weather.READ_ERROR, weather.isFoul());
        this.geometry =
                new Geometry(
                        SimDisk.BLOCK_BYTES,
                        SimDisk.BLOCK_BYTES
                                * random.between(
                                        Geometry.MIN_SEGMENT_BLOCKS, random.oneIn(4) ? 40 : 14));
        this.slots = random.oneIn(2) ? JournalFormat.MIN_SEGMENTS : random.between(9, 18);
        this.recordsInFlight = random.oneIn(3) ? 1 : random.between(2, 5);
        this.upgradeLife = random.between(1, 10);
        this.encryptedLife = (int) Math.floorMod(seed, 8L);
        this.repliesWait = random.oneIn(2);
        this.acceptsDamage = random.oneIn(2);
        this.fullWait = Duration.ofMillis(random.oneIn(2) ? 200 : random.below(2_000));
        this.reserveSegments = random.between(JournalOptions.MIN_RESERVE_SEGMENTS, 6);
        this.disk = formatted();
    }

    private SimDisk formatted() throws IOException {
        boolean growable = random.oneIn(2);
        SimDisk made = new SimDisk(geometry.deviceBytes(slots), growable, random);
        made.limitSize(geometry.deviceBytes(slots + random.below(4)));
        format(made, geometry, slots, new UUID(random.nextLong(), random.nextLong()));
        return made;
    }

    static void format(SimDisk made, Geometry geometry, int slots, UUID journalId)
            throws IOException {
        Superblock superblock =
                new Superblock(
                        1,
                        journalId,
                        Superblock.NOBODY,
                        "",
                        geometry,
                        slots,
                        JournalFixture.POSITION_BASE,
                        JournalFixture.POSITION_OVERHEAD,
                        0,
                        0,
                        EPOCH_MILLIS);
        SlotTable.format(made, superblock);
        Superblocks.write(made, superblock);
    }

    /**
     * Runs the history of a seed.
     *
     * @return counts by name, to be added up
     * @throws AssertionError if it breaks a promise
     */
    static Map<String, Long> run(long seed) throws IOException {
        Simulation simulation = new Simulation(seed);
        try {
            simulation.live();
        } catch (Exception | Error e) {
            throw new AssertionError(
                    "seed "
                            + seed
                            + " (mvn -pl journal test -Dtest=SimulationTest -Dfiresteel.seeds=1"
                            + " -Dfiresteel.seed="
                            + seed
                            + "), "
                            + simulation.weather
                            + ", life "
                            + simulation.lives
                            + ": "
                            + (e instanceof AssertionError ? e.getMessage() : e),
                    e);
        }
        return simulation.counts();
    }

    private Map<String, Long> counts() {
        return Map.ofEntries(
                entry("weather " + weather + (struck ? ", struck" : ", did not strike"), 1L),
                entry("lives", lives),
                entry("acknowledged", ledger.acknowledgements()),
                entry("forgotten by a liar", ledger.forgotten()),
                entry("forgotten, though records are left", ledger.stray()),
                entry("steps", steps),
                entry("starts refused after an upgrade", refusedAfterUpgrade),
                entry("starts refused over damage", refusedOverDamage),
                entry("starts refused over what was left unread", refusedOverLeftUnread),
                entry("damage given up", accepted),
                entry("histories that ended with reported damage", reported ? 1L : 0L));
    }

    private void live() throws IOException {
        boolean crashesInRecovery = random.oneIn(5);
        int planned = crashesInRecovery ? random.between(4, 9) : random.between(2, 5);
        int foulLife = random.below(planned);
        for (int life = 0; life < planned && !reported; life++) {
            lives++;
            SimScheduler scheduler = new SimScheduler(random, SimScheduler.Manner.of(random));
            List<SlotHeader> sinceRecovery = sinceRecovery();
            isFull = slots().freeSlots() == 0;
            ledger.encryptedIn(isEncrypted() ? slots().superblock().journalId() : null);
            disk.connect(scheduler, faults(life == foulLife));
            if (crashesInRecovery && life > 0) disk.cutPowerAtWrite(random.between(1, 45));
            else endSometime(scheduler);
            Life run = new Life(scheduler, sinceRecovery);
            disk.observe(write -> run.check(() -> ledger.observe(write, recordsInFlight)));
            run.run();
            steps += scheduler.steps();
            disk.settle();
            struck |= disk.hasFaulted() || disk.hasHung();
            boolean misread = isOfReads() && disk.hasFaulted();
            disk.connect(null, new SimDisk.Faults());
            if (run.hasAccepted) leftUnread = false;
            else leftUnread |= misread && !haveGone(sinceRecovery);
            if (life == foulLife && weather == Weather.ROT) rot();
            recover(run, life != foulLife);
        }
    }

    /**
     * Returns the segments of unfinished recoveries. Called while the drive works: it may not when
     * a start fails.
     */
    private List<SlotHeader> sinceRecovery() throws IOException {
        return slots().live().stream()
                .filter(each -> each.state() == SlotHeader.State.LIVE_SINCE_RECOVERY)
                .toList();
    }

    private boolean isEncrypted() {
        return lives >= encryptedLife;
    }

    private SlotTable slots() throws IOException {
        return SlotTable.read(disk, Superblocks.read(disk).superblock());
    }

    private boolean isOfReads() {
        return weather == Weather.READ_ERROR || weather == Weather.MISDIRECTED_READ;
    }

    private boolean haveGone(List<SlotHeader> segments) throws IOException {
        return Collections.disjoint(sinceRecovery(), segments);
    }

    private SimDisk.Faults faults(boolean foul) {
        SimDisk.Faults faults = new SimDisk.Faults();
        faults.errorsStay = random.oneIn(3);
        faults.errorAfterEffect = random.oneIn(2);
        faults.errorAfterPart = random.oneIn(2);
        // Most lives are short, some are long.
        int write = random.between(1, random.oneIn(2) ? 15 : 60);
        // An opening takes four reads and three for each slot; the reads of a replay follow.
        int opening = 4 + 3 * slots;
        int read =
                random.oneIn(2)
                        ? random.between(1, opening)
                        : opening + random.between(1, 2 * slots);
        if (weather == Weather.LYING) faults.volatileWrites = random.between(1, 20);
        if (!foul) return faults;
        switch (weather) {
            case WRITE_ERROR -> faults.writeErrorAt = write;
            case READ_ERROR -> {
                if (random.oneIn(2)) faults.readErrorAt = read;
                else makeUnreadable(faults);
            }
            case NO_SPACE -> faults.growErrorAt = random.between(1, 3);
            case HANGING_WRITE -> faults.hangingWriteAt = write;
            case LOST_WRITE -> faults.lostWriteAt = write;
            case MISDIRECTED_WRITE -> {
                faults.misdirectedWriteAt = write;
                // A write to the start of a segment may overwrite all of it.
                if (random.oneIn(3))
                    faults.misdirectedTo =
                            geometry.bookkeepingOffset(random.below(slots), random.below(2));
            }
            case MISDIRECTED_READ -> faults.misdirectedReadAt = read;
            default -> {}
        }
        return faults;
    }

    /** Makes a block unreadable, and perhaps both copies of a slot's bookkeeping. */
    private void makeUnreadable(SimDisk.Faults faults) {
        List<Long> written = disk.writtenBlocks();
        faults.unreadable.add(written.get(random.below(written.size())));
        if (random.oneIn(2)) return;
        int slot = random.below(slots);
        for (int copy = 0; copy < 2; copy++)
            faults.unreadable.add(geometry.bookkeepingOffset(slot, copy));
    }

    /** Ends the life at a write, between two steps of the program, or not at all. */
    private void endSometime(SimScheduler scheduler) {
        switch (random.below(4)) {
            case 0 -> scheduler.haltAfter(random.between(1, 400));
            case 1 -> scheduler.haltAfter(random.between(1, 8_000));
            case 2 -> disk.cutPowerAtWrite(random.between(1, 60));
            default -> {}
        }
    }

    private void rot() {
        struck = true;
        List<Long> written = disk.writtenBlocks();
        int spots = random.oneIn(3) ? 2 : 1;
        for (int i = 0; i < spots; i++) {
            long block = written.get(random.below(written.size()));
            switch (random.below(3)) {
                case 0 -> disk.rot(block + random.below(SimDisk.BLOCK_BYTES), random.below(8));
                case 1 -> disk.erase(block);
                default -> disk.duplicate(another(block, written), block);
            }
        }
    }

    /** Returns a nearby block, or any. */
    private long another(long block, List<Long> written) {
        long nearby = block + (random.below(13) - 6) * (long) SimDisk.BLOCK_BYTES;
        return random.oneIn(2) && nearby >= 0 ? nearby : written.get(random.below(written.size()));
    }

    /** Reads the journal twice, with a drive that now works. */
    private void recover(Life run, boolean isFair) throws IOException {
        boolean hasClosed = run.hasClosed;
        SimLedger.Found found = new SimLedger.Found();
        SimLedger.Found again = new SimLedger.Found();
        try {
            JournalReader.read(disk, JournalFixture.KEY, found);
            JournalReader.read(disk, JournalFixture.KEY, again);
        } catch (JournalException e) {
            throw new AssertionError("the journal cannot be read", e);
        }
        if (!found.isLike(again)) throw new SimLedger.Violation("two recoveries differ");
        ledger.judge(found, ledger.attempts(), evidence());
        if (found.damages.isEmpty()) judgeSilence(run);
        isDamaged = !found.damages.isEmpty();
        reported = isDamaged && !acceptsDamage;
        if (isDamaged && run.hasAccepted && isFair && weather != Weather.LYING)
            throw new SimLedger.Violation("given up, and reported again: " + found.damages);
        if (!hasClosed || reported || weather.isFoul()) return;
        if (isDamaged) return;
        checkSlots();
        SimImage image = new SimImage(disk, geometry, ledger);
        ledger.judgeEnd(image, Superblocks.read(disk).superblock().epoch());
    }

    /** Checks that visible damage is reported, and reported again until it is accepted. */
    private void judgeSilence(Life run) {
        if (isDamaged && !run.accepts && mustStay())
            throw new SimLedger.Violation("damage that was reported is not reported any more");
        if (weather.isFoul() && new SimImage(disk, geometry, ledger).holdsMisplaced())
            throw new SimLedger.Violation("a record lies where it was not written, in silence");
    }

    /**
     * Returns whether damage must stay visible. On a drive that lies it may vanish. If no slot is
     * free, damaged originals with intact copies are freed, and damaged copies with intact
     * originals.
     */
    private boolean mustStay() {
        return weather != Weather.LYING && !isFull;
    }

    /** Checks that a clean close has freed every released segment. */
    private void checkSlots() throws IOException {
        Superblock superblock = Superblocks.read(disk).superblock();
        for (SlotHeader live : SlotTable.read(disk, superblock).live())
            if (live.epoch() == superblock.epoch() && ledger.isReleased(live.segmentId()))
                throw new SimLedger.Violation("released " + live.segmentId() + " is not free");
    }

    private SimLedger.@Nullable Evidence evidence() {
        if (!weather.isFoul()) return null;
        return new SimLedger.Evidence(
                new SimImage(disk, geometry, ledger), weather == Weather.LYING);
    }

    /** A life of the journal, from its opening to its end. */
    private final class Life implements JournalListener {
        private final SimScheduler scheduler;
        private final Deque<Long> closedSegments = new ArrayDeque<>();
        private @Nullable Journal journal;
        private boolean ending;
        private boolean closing;
        private boolean hasAccepted;

        /** True if the reported damage was accepted; perhaps only a part of it is freed. */
        private boolean accepts;

        private final long identifierFloor =
                random.oneIn(5) ? EPOCH_MILLIS + random.below(100_000_000) : 0;

        /** Writers that go on while the journal is closed. */
        private final List<Thread> late = new ArrayList<>();

        private boolean hasClosed;
        private boolean hasFailed;

        /** The number of appends without an outcome yet. */
        private int open;

        /** Segments of recoveries that a crash ended, before this life. */
        private final List<SlotHeader> sinceRecovery;

        private Life(SimScheduler scheduler, List<SlotHeader> sinceRecovery) {
            this.scheduler = scheduler;
            this.sinceRecovery = sinceRecovery;
        }

        private void run() {
            Thread unused = scheduler.start("owner", this::own);
            scheduler.runAll();
        }

        private void own() {
            try {
                Journal opened = Journal.open(disk, options(), this, environment());
                journal = opened;
                if (takeOver(opened)) work(opened);
                closing = true;
                opened.close();
                for (Thread writer : late) scheduler.join(writer);
                if (open != 0) throw new AssertionError(open + " appends were never settled");
                hasClosed = !hasFailed;
            } catch (IOException e) {
                if (disk.hasFaulted()) return;
                if (isWithoutSlot(e) && (isDamaged || leftUnread)) {
                    if (isDamaged) refusedOverDamage++;
                    else refusedOverLeftUnread++;
                    return;
                }
                if (!isUpgradeLeftNoSlot(e))
                    throw new AssertionError(
                            "a sound drive, upgrade at " + upgradeLife + ", but " + e.getMessage(),
                            e);
                refusedAfterUpgrade++;
            }
        }

        /**
         * Returns whether the old content version has left no slot. Repeated crashes in recovery
         * come before an upgrade that changes the content version, and perhaps after it, on a full
         * journal. Entries of the old version cannot be copied, the reserve does not suffice, and
         * the start is refused. See docs/internals/decisions.md.
         */
        private boolean isUpgradeLeftNoSlot(IOException e) {
            int version = options().contentVersion();
            return isWithoutSlot(e)
                    && sinceRecovery.stream().anyMatch(each -> each.contentVersion() != version);
        }

        private static boolean isWithoutSlot(IOException e) {
            return String.valueOf(e.getMessage()).contains("none is left");
        }

        private JournalOptions options() {
            return new JournalOptions(
                            JournalFixture.OWNER,
                            lives < upgradeLife ? 7 : 8,
                            identifierFloor,
                            recordsInFlight,
                            fullWait,
                            reserveSegments)
                    .encryptedWith(isEncrypted() ? JournalFixture.KEY : null);
        }

        /** Returns an environment whose wall clock may differ by any amount between two lives. */
        private Environment environment() {
            long base = EPOCH_MILLIS + (random.below(2_001) - 1_000) * 60_000L;
            InstantSource clock =
                    () -> Instant.ofEpochMilli(base + scheduler.nanoTime() / 1_000_000);
            return new Environment(clock, scheduler, new SplittableRandom(seed * 64 + lives));
        }

        /**
         * Replays and takes over. Returns false if the owner does not accept damage, which then
         * stays.
         */
        private boolean takeOver(Journal opened) throws IOException {
            SimLedger.Found found = new SimLedger.Found();
            int before = ledger.attempts();
            if (random.oneIn(4)) new Writer(opened, random.between(1, 4)).run();
            opened.replay(found);
            if (isDamaged && found.damages.isEmpty() && mustStay() && !disk.hasFaulted())
                throw new SimLedger.Violation("a start reports less than a reading before it");
            if (!found.damages.isEmpty()) {
                if (!disk.hasFaulted() && !weather.isFoul())
                    throw new AssertionError("damage on a sound drive: " + found.damages);
                if (!acceptsDamage || !weather.isFoul()) {
                    reported |= weather.isFoul();
                    return false;
                }
                accepted++;
            }
            Set<Integer> ids = ledger.judge(found, before, evidence());
            if (random.oneIn(4)) new Writer(opened, random.between(1, 12)).run();
            if (random.oneIn(5)) return true; // the life ends before its recovery
            ledger.releaseRecovered(ids);
            accepts = true;
            opened.endRecovery();
            hasAccepted = true;
            return true;
        }

        private void work(Journal opened) {
            List<Thread> writers = new ArrayList<>();
            int count = random.between(1, 4);
            for (int i = 0; i < count; i++)
                writers.add(
                        scheduler.start("writer-" + i, new Writer(opened, random.between(1, 14))));
            Thread releaser = scheduler.start("releaser", this::release);
            if (random.oneIn(4)) writers.add(scheduler.start("roller", this::roll));
            if (random.oneIn(3)) {
                scheduler.sleep(random.between(1, 3_000_000));
                late.addAll(writers);
                writers.clear();
            }
            for (Thread writer : writers) scheduler.join(writer);
            ending = true;
            scheduler.join(releaser);
        }

        private void roll() {
            scheduler.sleep(random.between(1, 1_000_000));
            try {
                requireNonNull(journal).roll(random.oneIn(2) ? 0 : EPOCH_MILLIS + 5_000_000);
            } catch (JournalException e) {
                expect(e);
            }
        }

        /** Releases segments, some soon and some late, so that the journal is sometimes full. */
        private void release() {
            long patience = random.oneIn(3) ? 1_000_000_000L : 20_000_000L;
            while (!ending) {
                scheduler.sleep(1 + random.below((int) patience));
                while (!closedSegments.isEmpty() && !random.oneIn(3)) {
                    long segment = closedSegments.removeFirst();
                    if (isCopy(segment)) continue;
                    ledger.release(segment);
                    requireNonNull(journal).release(segment);
                }
            }
        }

        /** Returns whether the segment was carried over: it is released with the recovered ones. */
        private boolean isCopy(long segment) {
            return requireNonNull(journal).segments().stream()
                    .anyMatch(each -> each.id() == segment && each.recovered());
        }

        private void expect(JournalException e) {
            if (e instanceof JournalFullException) return;
            if (closing && String.valueOf(e.getMessage()).endsWith(" is closed")) return;
            hasFailed = true;
            if (!disk.hasFaulted()) scheduler.violated(new AssertionError("a sound drive, but", e));
        }

        @Override
        public void segmentOpened(long segmentId) {
            // A drive that loses writes may forget identifiers.
            if (!weather.isFoul()) check(() -> ledger.segmentOpened(segmentId));
        }

        @Override
        public void segmentClosed(long segmentId) {
            closedSegments.addLast(segmentId);
        }

        @Override
        public void failed(JournalFailedException failure) {
            hasFailed = true;
        }

        /**
         * Passes a violation to the scheduler before the engine can treat it as its own failure.
         */
        private void check(Runnable assertion) {
            try {
                assertion.run();
            } catch (SimLedger.Violation e) {
                scheduler.violated(e);
            }
        }

        private final class Writer implements Runnable {
            private final Journal target;
            private final int count;

            private Writer(Journal target, int count) {
                this.target = target;
                this.count = count;
            }

            @Override
            public void run() {
                for (int i = 0; i < count && !hasFailed; i++) {
                    append();
                    if (random.oneIn(20)) scheduler.sleep(1_500_000_000L); // a heartbeat is due
                }
            }

            private void append() {
                SimLedger.Entry entry = ledger.attempt(size(), random);
                JournalPosition before = target.position();
                ByteBuffer bytes = ByteBuffer.wrap(entry.bytes);
                Journal.Placement placement =
                        (segment, offset) -> check(() -> entry.placed(segment, offset));
                try {
                    JournalPosition end;
                    if (repliesWait) {
                        PendingAppend pending = target.trySubmit(bytes, placement);
                        if (pending == null) pending = target.submit(bytes, placement);
                        end = pending.end();
                        open++;
                        pending.whenSettled(failure -> settled(entry, end, failure));
                    } else {
                        end = target.append(bytes, placement);
                        entry.acknowledged(end);
                    }
                    if (end.compareTo(before) <= 0 || target.position().compareTo(end) < 0)
                        throw new SimLedger.Violation(
                                before + ", " + end + ", " + target.position());
                } catch (JournalFullException e) {
                    entry.refused();
                } catch (JournalFailedException e) {
                    expect(e);
                }
            }

            private void settled(
                    SimLedger.Entry entry,
                    JournalPosition end,
                    @Nullable JournalFailedException failure) {
                open--;
                if (failure == null) check(() -> entry.acknowledged(end));
                else expect(failure);
            }

            private int size() {
                return switch (random.below(10)) {
                    case 0 -> random.between(5, geometry.maxEntryBytes());
                    case 1, 2 -> random.between(5, 600);
                    default -> random.between(5, 60);
                };
            }
        }
    }
}
