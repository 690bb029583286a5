// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Enumerates every fault in one small scenario. Two writers append three entries each to a journal
 * with two records in flight, on eight slots of eight blocks. The seed gives the schedule; crash
 * points, the outcome of each block at a crash, and errors are enumerated. In growth the device can
 * grow, and each writer rolls after each entry, so that the slots do not suffice.
 */
final class SimScope {
    private static final int SLOTS = JournalFormat.MIN_SEGMENTS;
    private static final int WRITERS = 2;
    private static final int ENTRIES = 3;
    private static final int ENTRIES_IN_GROWTH = 5;
    private static final int LARGE = 700;

    private final Geometry geometry =
            new Geometry(SimDisk.BLOCK_BYTES, SimDisk.BLOCK_BYTES * Geometry.MIN_SEGMENT_BLOCKS);
    private final SimLedger ledger = new SimLedger(false, false);
    private final SimRandom random;
    private final boolean grows;
    private SimDisk disk;
    private long outcomes;

    private SimScope(long schedule, boolean grows) throws IOException {
        this.random = new SimRandom(schedule);
        this.grows = grows;
        this.disk = new SimDisk(geometry.deviceBytes(SLOTS), grows, random);
        Superblock superblock =
                new Superblock(
                        1,
                        new UUID(7, schedule),
                        Superblock.NOBODY,
                        "",
                        geometry,
                        SLOTS,
                        JournalFixture.POSITION_BASE,
                        JournalFixture.POSITION_OVERHEAD,
                        0,
                        0,
                        0);
        SlotTable.format(disk, superblock);
        Superblocks.write(disk, superblock);
    }

    /**
     * Cuts the power at every write of the scenario, and gives every block in flight every outcome.
     * Recovers three outcomes of each crash point, with a power cut at every write of the recovery.
     */
    static Map<String, Long> crashes(long schedule) throws IOException {
        return crashes(schedule, false);
    }

    /** Runs {@link #crashes(long)} on a device that grows. */
    static Map<String, Long> crashesInGrowth(long schedule) throws IOException {
        return crashes(schedule, true);
    }

    private static Map<String, Long> crashes(long schedule, boolean grows) throws IOException {
        long grown = 0;
        long points = 0;
        long outcomes = 0;
        long recoveries = 0;
        for (int write = 1; ; write++) {
            SimScope scope = new SimScope(schedule, grows);
            if (!scope.live(write)) break;
            points++;
            if (scope.hasGrown()) grown++;
            recoveries += scope.tryEveryOutcome();
            outcomes += scope.outcomes;
        }
        return Map.of(
                "crash points", points,
                "after growth", grown,
                "outcomes", outcomes,
                "crashes of a recovery", recoveries);
    }

    /** Fails every operation of the scenario, and of a recovery after it: once, and for ever. */
    static Map<String, Long> errors(long schedule) throws IOException {
        return errors(schedule, false);
    }

    /** Runs {@link #errors(long)} on a device that grows; each growth also runs out of space. */
    static Map<String, Long> errorsInGrowth(long schedule) throws IOException {
        Map<String, Long> errors = errors(schedule, true);
        long shortages = 0;
        for (int variant = 0; variant < 4; variant++)
            for (int n = 1; ; n++) {
                SimScope scope = new SimScope(schedule, true);
                SimDisk.Faults faults = new SimDisk.Faults();
                faults.growErrorAt = n;
                faults.errorsStay = (variant & 1) != 0;
                faults.errorAfterEffect = (variant & 2) != 0;
                if (!scope.fail(faults)) break;
                shortages++;
            }
        return Map.of("errors", errors.get("errors"), "shortages", shortages);
    }

    private static Map<String, Long> errors(long schedule, boolean grows) throws IOException {
        long errors = 0;
        for (int variant = 0; variant < 16; variant++)
            for (int n = 1; ; n++) {
                SimScope scope = new SimScope(schedule, grows);
                if ((variant & 8) != 0) scope.live(grows ? 40 : 12);
                scope.disk.settle();
                if (!scope.fail(faults(n, variant))) break;
                errors++;
            }
        return Map.of("errors", errors);
    }

    /** Fails every operation of a format. The result is refused or is an empty journal. */
    static Map<String, Long> formats(long unused) throws IOException {
        long errors = 0;
        JournalFormat format = JournalFixture.format(SLOTS);
        for (int variant = 0; variant < 8; variant++)
            for (int n = 1; ; n++) {
                SimDisk disk = new SimDisk(format.sizeBytes(), false, new SimRandom(n));
                SimDisk.Faults faults = faults(n, variant);
                disk.connect(null, faults);
                try {
                    format.write(disk, InstantSource.system(), (bytes, of) -> {});
                    if (!disk.hasFaulted()) break;
                } catch (IOException e) {
                    if (!disk.hasFaulted()) throw e;
                }
                errors++;
                disk.connect(null, new SimDisk.Faults());
                SimLedger.Found found = new SimLedger.Found();
                try {
                    JournalReader.read(disk, null, found);
                } catch (DeviceRefusedException e) {
                    continue;
                }
                if (!found.seen.isEmpty()) throw new AssertionError("entries from nowhere");
            }
        return Map.of("errors in a format", errors);
    }

    private static SimDisk.Faults faults(int n, int variant) {
        SimDisk.Faults faults = new SimDisk.Faults();
        if ((variant & 1) != 0) faults.readErrorAt = n;
        else faults.writeErrorAt = n;
        faults.errorsStay = (variant & 2) != 0;
        faults.errorAfterEffect = (variant & 4) != 0;
        return faults;
    }

    private boolean hasGrown() {
        return disk.sizeBytes() > geometry.deviceBytes(SLOTS);
    }

    /** Returns whether the power was cut. */
    private boolean live(int powerCutAtWrite) {
        SimDisk.Faults faults = new SimDisk.Faults();
        faults.powerCutAtWrite = powerCutAtWrite;
        return live(faults, ledger.attempts());
    }

    private boolean live(SimDisk.Faults faults, int before) {
        SimScheduler scheduler =
                new SimScheduler(random, new SimScheduler.Manner(0.05, 0.5, 0, 0, 0));
        disk.connect(scheduler, faults);
        Thread unused = scheduler.start("owner", () -> own(scheduler, before));
        scheduler.runAll();
        return scheduler.isHalted();
    }

    private void own(SimScheduler scheduler, int before) {
        Environment environment =
                new Environment(
                        InstantSource.fixed(Instant.ofEpochMilli(1_000)),
                        scheduler,
                        new SplittableRandom(1));
        JournalOptions options =
                new JournalOptions(JournalFixture.OWNER, 7, 0, 2, Duration.ofSeconds(2), 3);
        try {
            Journal journal = Journal.open(disk, options, JournalListener.none(), environment);
            try {
                SimLedger.Found found = new SimLedger.Found();
                journal.replay(found);
                if (!found.damages.isEmpty() && disk.hasFaulted()) return;
                Set<Integer> ids = ledger.judge(found, before, null);
                ledger.releaseRecovered(ids);
                journal.endRecovery();
                Thread[] writers = new Thread[WRITERS];
                for (int i = 0; i < WRITERS; i++)
                    writers[i] = scheduler.start("writer-" + i, () -> append(scheduler, journal));
                for (Thread writer : writers) scheduler.join(writer);
            } finally {
                journal.close();
            }
        } catch (IOException e) {
            if (!disk.hasFaulted()) throw new AssertionError("a sound drive, but " + e, e);
        }
    }

    private void append(SimScheduler scheduler, Journal journal) {
        for (int i = 0; i < (grows ? ENTRIES_IN_GROWTH : ENTRIES); i++) {
            SimLedger.Entry entry = ledger.attempt(i == 1 ? LARGE : 40, random);
            try {
                entry.acknowledged(journal.append(ByteBuffer.wrap(entry.bytes), entry::placed));
            } catch (JournalFullException e) {
                entry.refused();
            } catch (JournalFailedException e) {
                if (!disk.hasFaulted())
                    scheduler.violated(new AssertionError("a sound drive, but " + e, e));
                return;
            }
            if (grows) roll(scheduler, journal);
        }
    }

    private void roll(SimScheduler scheduler, Journal journal) {
        try {
            journal.roll(0);
        } catch (JournalException e) {
            if (!disk.hasFaulted())
                scheduler.violated(new AssertionError("a sound drive, but " + e, e));
        }
    }

    /** Returns the number of interrupted recoveries. */
    private long tryEveryOutcome() throws IOException {
        SimDisk cut = disk;
        int blocks = cut.blocksInFlight();
        long count = 1;
        for (int i = 0; i < blocks; i++) count *= SimDisk.FATES;
        long recoveries = 0;
        for (long code = 0; code < count; code++) {
            outcomes++;
            long[] rest = {code};
            SimDisk left = cut.copy(random);
            left.settle(
                    fates -> {
                        int fate = (int) (rest[0] % fates);
                        rest[0] /= fates;
                        return fate;
                    });
            boolean tellsMost = code == 0 || code == count - 1 || code == count / 2;
            disk = left;
            withLedger(this::check);
            if (tellsMost) recoveries += cutRecoveries(left);
        }
        return recoveries;
    }

    private long cutRecoveries(SimDisk left) throws IOException {
        long recoveries = 0;
        boolean[] goesOn = {true};
        for (int write = 1; goesOn[0]; write++) {
            int at = write;
            withLedger(
                    () -> {
                        disk = left.copy(random);
                        int before = ledger.attempts();
                        SimDisk.Faults faults = new SimDisk.Faults();
                        faults.powerCutAtWrite = at;
                        goesOn[0] = live(faults, before);
                        disk.settle();
                        check();
                    });
            recoveries++;
        }
        return recoveries;
    }

    /** Runs a trial without changing the ledger. */
    private void withLedger(Runnable trial) {
        List<SimLedger.Entry> before = ledger.save();
        trial.run();
        ledger.restore(before);
    }

    private void check() {
        disk.connect(null, new SimDisk.Faults());
        SimLedger.Found found = new SimLedger.Found();
        try {
            JournalReader.read(disk, null, found);
        } catch (IOException e) {
            throw new AssertionError("the journal cannot be read", e);
        }
        ledger.judge(found, ledger.attempts(), null);
    }

    /** Returns whether an operation failed as planned. */
    private boolean fail(SimDisk.Faults faults) {
        live(faults, ledger.attempts());
        boolean failed = disk.hasFaulted();
        disk.settle();
        check();
        return failed;
    }
}
