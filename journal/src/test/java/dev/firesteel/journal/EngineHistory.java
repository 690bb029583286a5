// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;

/**
 * Drives a journal on one device so that the same calls leave the same bytes. It uses one appending
 * thread and fixed clocks. After each step it waits until the keeper is idle.
 */
final class EngineHistory {
    private static final int SLOTS = 12;
    private static final int POSITION_BASE = 28;
    private static final int POSITION_OVERHEAD = 12;

    private final Set<ByteBuffer> acknowledged = new TreeSet<>();
    private final Set<ByteBuffer> released = new TreeSet<>();
    private final Map<Long, Set<ByteBuffer>> bySegment = new HashMap<>();
    private final int blockBytes;
    private BlockHistory device;
    private int written;

    private EngineHistory(int blockBytes) throws IOException {
        this.blockBytes = blockBytes;
        Geometry geometry = new Geometry(blockBytes, 32 * blockBytes);
        device =
                new BlockHistory(
                        new FaultyBlockDevice(blockBytes, geometry.deviceBytes(SLOTS), false, 1));
        Superblock superblock =
                new Superblock(
                        1,
                        new UUID(0x1234_5678_9ABC_4EF0L, 0x8FED_CBA9_8765_4321L),
                        Superblock.NOBODY,
                        "",
                        geometry,
                        SLOTS,
                        POSITION_BASE,
                        POSITION_OVERHEAD,
                        0,
                        0,
                        0);
        SlotTable.format(device, superblock);
        Superblocks.write(device, superblock);
    }

    /** Writes several laps over the slots, releases some segments, then closes cleanly. */
    static EngineImage closedAfterLaps(int blockBytes) throws IOException {
        EngineHistory history = new EngineHistory(blockBytes);
        try (Journal journal = history.open(1)) {
            journal.endRecovery();
            history.laps(journal, 24);
            history.append(journal, 40);
            history.append(journal, 3 * blockBytes);
        }
        return history.image("closed after laps");
    }

    /** Cuts the power while a record of several blocks is written. */
    static EngineImage crashedInARecord(int blockBytes) throws IOException {
        EngineHistory history = new EngineHistory(blockBytes);
        Journal journal = history.open(1);
        journal.endRecovery();
        history.laps(journal, 15);
        history.append(journal, 2 * blockBytes);
        history.appendUntilThePowerGoes(journal, 5 * blockBytes);
        history.crash(journal, 7);
        return history.image("crashed in a record");
    }

    /** Crashes in service, in recovery, and after that recovery was carried over. */
    static EngineImage carriedOver(int blockBytes) throws IOException {
        EngineHistory history = new EngineHistory(blockBytes);
        Journal inService = history.open(1);
        inService.endRecovery();
        history.laps(inService, 13);
        history.crash(inService, 3);
        Journal inRecovery = history.open(1);
        for (int i = 0; i < 6; i++) history.append(inRecovery, 100 + i * blockBytes / 2);
        history.crash(inRecovery, 4);
        Journal carried = history.open(1);
        for (int i = 0; i < 3; i++) history.append(carried, 30);
        history.crash(carried, 5);
        return history.image("carried over");
    }

    /** Loses the first of several records in flight; the records behind it are acknowledged. */
    static EngineImage overtaken(int blockBytes) throws IOException {
        EngineHistory history = new EngineHistory(blockBytes);
        Journal journal = history.open(2);
        journal.endRecovery();
        for (int i = 0; i < 4; i++) history.append(journal, 60);
        settle(journal); // the next write is the record's, not the keeper's
        CountDownLatch latch = new CountDownLatch(1);
        history.device.device().holdNextWrite(latch);
        ByteBuffer slow = history.entry(50);
        Thread writer = new Thread(() -> appendInVain(journal, slow)); // owns threads
        writer.start();
        await().until(history.device.device()::isHolding); // its record takes no other entry
        for (int i = 0; i < 5; i++) history.append(journal, 200);
        BlockHistory cut = history.device.afterPowerCut(6);
        latch.countDown();
        JournalFixture.abandon(journal);
        history.device = cut;
        return history.image("overtaken");
    }

    /**
     * Closes the journal after records that fill their segments. The heartbeat then lies in a
     * segment without entries, which is freed. Only the end record of the last record's own segment
     * proves that it was durable.
     */
    static EngineImage closedBehindAFullSegment(int blockBytes) throws IOException {
        EngineHistory history = new EngineHistory(blockBytes);
        try (Journal journal = history.open(1)) {
            journal.endRecovery();
            for (int i = 0; i < 3; i++) {
                history.append(journal, journal.maxEntryBytes());
                settle(journal);
            }
        }
        return history.image("closed behind a full segment");
    }

    private Journal open(int recordsInFlight) throws IOException {
        InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(1000));
        JournalOptions options =
                new JournalOptions(
                        JournalFixture.OWNER, 7, 0, recordsInFlight, Duration.ofSeconds(10), 3);
        Environment still = new Environment(clock, new StillScheduler(), new SplittableRandom(1));
        return Journal.open(device, options, JournalListener.none(), still);
    }

    /** Fills segments; releases all but every fifth, one segment late. */
    private void laps(Journal journal, int segments) throws IOException {
        long before = 0;
        for (int i = 0; i < segments; i++) {
            long segment = journal.position().segmentId();
            for (int j = 0; j < 3 + i % 4; j++)
                append(journal, 20 + (i * 37 + j * 211) % (3 * blockBytes));
            journal.roll(0);
            settle(journal);
            if (before != 0 && i % 5 != 0) release(journal, before);
            before = segment;
        }
    }

    private void release(Journal journal, long segment) {
        journal.release(segment);
        settle(journal);
        Set<ByteBuffer> gone = bySegment.getOrDefault(segment, Set.of());
        acknowledged.removeAll(gone);
        released.addAll(gone);
    }

    /** Waits until the keeper is idle and one segment is prepared. */
    private static void settle(Journal journal) {
        await().pollInterval(Duration.ofMillis(1))
                .until(
                        () -> {
                            JournalStatus status = journal.status();
                            int taken = journal.segments().size() + 1;
                            return status.freeSlots() == status.slots() - taken;
                        });
    }

    private void append(Journal journal, int bytes) throws IOException {
        ByteBuffer entry = entry(bytes);
        JournalPosition end = journal.append(entry, (segment, offset) -> {});
        acknowledged.add(entry);
        bySegment.computeIfAbsent(end.segmentId(), k -> new TreeSet<>()).add(entry);
    }

    private void appendUntilThePowerGoes(Journal journal, int bytes) {
        settle(journal);
        device.device().cutPowerAtWrite(1);
        appendInVain(journal, entry(bytes));
    }

    private static void appendInVain(Journal journal, ByteBuffer entry) {
        try {
            journal.append(entry, (segment, offset) -> {});
            throw new AssertionError("acknowledged without power");
        } catch (JournalException e) {
            // Expected.
        }
    }

    /** Returns an entry that differs from all others. */
    private ByteBuffer entry(int bytes) {
        byte[] content = new byte[Math.max(bytes, Integer.BYTES)];
        new Random(written).nextBytes(content);
        ByteBuffer entry = ByteBuffer.wrap(content);
        return entry.putInt(0, written++);
    }

    private void crash(Journal journal, long seed) {
        BlockHistory found = device.afterPowerCut(seed);
        JournalFixture.abandon(journal);
        device = found;
    }

    private EngineImage image(String name) throws IOException {
        return EngineImage.of(name + ", blocks of " + blockBytes, device, acknowledged, released);
    }
}
