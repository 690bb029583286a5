// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.bytes;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static dev.firesteel.journal.JournalFixture.read;
import static dev.firesteel.journal.JournalFixture.replay;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JournalTest {
    @Test
    void anEntryComesBackWithThePositionThatItsAppendReturned() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        JournalPosition end;
        try (Journal journal = open(device)) {
            end = append(journal, "hello");
        }
        JournalFixture.Recording recording = read(device);
        assertThat(recording.texts()).containsExactly("hello");
        assertThat(recording.entries.get(0).end()).isEqualTo(end);
        assertThat(recording.entries.get(0).startOffset()).isEqualTo(28);
        assertThat(end.offset()).isEqualTo(28 + 12 + 5);
    }

    @Test
    void positionsOfSuccessiveEntriesTouch() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            JournalPosition first = append(journal, "a");
            List<Integer> starts = new ArrayList<>();
            journal.append(bytes("bc"), (segment, offset) -> starts.add(offset));
            assertThat(starts).containsExactly(first.offset());
            assertThat(journal.position())
                    .isEqualTo(new JournalPosition(first.segmentId(), 28 + 13 + 14));
        }
    }

    @Test
    void theNextRunFindsTheEntriesAndNewSegmentsHaveHigherIdentifiers() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        JournalPosition before;
        try (Journal journal = open(device)) {
            before = append(journal, "one");
        }
        try (Journal journal = open(device)) {
            assertThat(journal.hasEntriesToReplay()).isTrue();
            assertThat(journal.position()).isGreaterThan(before);
            append(journal, "during recovery");
            assertThat(replay(journal).texts()).containsExactly("one");
            journal.endRecovery();
            assertThat(journal.hasEntriesToReplay()).isFalse();
            assertThat(replay(journal).texts()).isEmpty();
        }
        assertThat(read(device).texts()).containsExactly("during recovery");
    }

    @Test
    void identifiersGrowThoughTheClockWentBack() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        long before;
        try (Journal journal = openAt(device, 5_000_000)) {
            before = append(journal, "x").segmentId();
            assertThat(before).isGreaterThanOrEqualTo(5_000_000);
        }
        try (Journal journal = openAt(device, 1_000)) {
            assertThat(journal.position().segmentId()).isGreaterThan(before);
        }
    }

    private static Journal openAt(BlockDevice device, long millis) throws IOException {
        return Journal.open(
                device,
                options(1),
                JournalListener.none(),
                new Environment(
                        InstantSource.fixed(Instant.ofEpochMilli(millis)),
                        new MachineScheduler(),
                        new SplittableRandom(1)));
    }

    @Test
    void identifiersAreAboveTheFloor() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        long floor = Long.MAX_VALUE / 4;
        try (Journal journal =
                open(
                        device,
                        new JournalOptions(
                                JournalFixture.OWNER, 0, floor, 1, options(1).fullWait(), 3))) {
            assertThat(journal.position().segmentId()).isGreaterThan(floor);
            journal.endRecovery();
            journal.roll(floor + 1000);
            assertThat(journal.position().segmentId()).isGreaterThan(floor + 1000);
        }
    }

    @Test
    void identifiersAreAboveTheFloorThoughASegmentIsJustBeingPrepared() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1).delayWrites(50_000);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            for (int i = 0; i < 100; i++) {
                long before = journal.position().segmentId();
                journal.roll(0);
                long floor = journal.position().segmentId() + 100;
                journal.roll(floor);
                assertThat(journal.position().segmentId()).isGreaterThan(floor);
                for (SegmentInfo each : journal.segments())
                    if (each.id() < journal.position().segmentId()) journal.release(each.id());
                assertThat(before).isLessThan(floor);
            }
        }
        try (Journal journal = open(device)) {
            assertThat(journal.hasEntriesToReplay()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 32})
    void everyEntryOfManyThreadsComesBackOnce(int recordsInFlight) throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 3).delayWrites(100_000);
        Queue<JournalFixture.Replayed> acknowledged = new ConcurrentLinkedQueue<>();
        try (Journal journal = open(device, options(recordsInFlight))) {
            journal.endRecovery();
            Appenders.run("", 16, 200, journal, acknowledged);
        }
        assertThat(acknowledged).hasSize(16 * 200);
        JournalFixture.Recording recording = read(device);
        assertThat(recording.damages).isEmpty();
        assertThat(recording.entries).containsExactlyInAnyOrderElementsOf(acknowledged);
        assertThat(recording.entries).isSortedAccordingTo((a, b) -> a.end().compareTo(b.end()));
    }

    @Test
    void oneSlowWriteHoldsUpOthersOnlyAtTheEndOfTheSegment() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 3);
        Queue<JournalFixture.Replayed> acknowledged = new ConcurrentLinkedQueue<>();
        CountDownLatch latch = new CountDownLatch(1);
        try (Journal journal = open(device, options(2))) {
            device.holdNextWrite(latch);
            Thread slow = // owns threads
                    new Thread(
                            () ->
                                    Appenders.append(
                                            "slow", 1, journal, acknowledged)); // owns threads
            slow.start();
            await().until(device::isHolding); // its record takes no other entry
            Thread fast = // owns threads
                    new Thread(
                            () ->
                                    Appenders.append(
                                            "fast", 200, journal, acknowledged)); // owns threads
            fast.start();
            await().until(
                            () ->
                                    fast.getState() == Thread.State.WAITING
                                            && acknowledged.size() > 10);
            assertThat(acknowledged.size()).isLessThan(DurableWatermark.WINDOW);
            latch.countDown();
            slow.join();
            fast.join();
        }
        assertThat(acknowledged).hasSize(201);
        assertThat(read(device).entries).containsExactlyInAnyOrderElementsOf(acknowledged);
    }

    @Test
    void entriesOfEverySizeUpToTheLargestComeBack() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        List<String> written = new ArrayList<>();
        int largest = new Geometry(512, JournalFixture.SEGMENT_BYTES).maxEntryBytes();
        try (Journal journal = open(device)) {
            journal.endRecovery();
            for (int size = 1; size <= largest; size += 397) written.add("x".repeat(size));
            written.add("y".repeat(largest));
            for (String each : written) append(journal, each);
            assertThat(journal.maxEntryBytes()).isEqualTo(largest);
            assertThatThrownBy(() -> append(journal, "z".repeat(largest + 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("" + largest);
        }
        assertThat(read(device).texts()).isEqualTo(written);
    }

    @Test
    void aReleasedSegmentIsNotReplayedAndItsSlotIsUsedAgain() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            for (int lap = 0; lap < 50; lap++) {
                JournalPosition position = append(journal, "old " + lap);
                journal.roll(0);
                journal.release(position.segmentId());
            }
            append(journal, "new");
        }
        assertThat(read(device).texts()).containsExactly("new");
    }

    @Test
    void aSegmentThatIsWrittenToCannotBeReleased() throws IOException {
        try (Journal journal = open(JournalFixture.file(8, 1))) {
            JournalPosition position = append(journal, "x");
            assertThatThrownBy(() -> journal.release(position.segmentId()))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aCleanCloseLeavesNothingToReplay() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            JournalPosition position = append(journal, "x");
            journal.roll(0);
            journal.release(position.segmentId());
        }
        try (Journal journal = open(device)) {
            assertThat(journal.hasEntriesToReplay()).isFalse();
        }
    }

    @Test
    void aFullRawDeviceFailsTheAppendInTimeAndTakesItOnceThereIsSpace() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            int acknowledged = fill(journal);
            assertThat(journal.status().freeSlots()).isEqualTo(3); // the reserve
            journal.release(journal.segments().get(0).id());
            append(journal, "fits again");
            assertThat(acknowledged).isGreaterThan(5);
        }
    }

    /** While the journal is full, nothing else empties the list of threads that wait for space. */
    @Test
    void whoGivesUpWaitingForSpaceIsForgotten() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        try (Journal journal = open(device, options(1, Duration.ofMillis(1)))) {
            journal.endRecovery();
            fill(journal);
            for (int i = 0; i < 500; i++) fill(journal);
            assertThat(journal.spaceWaiters()).isLessThan(10);
        }
    }

    /**
     * Fills a raw device until an append is refused, and returns the number of entries appended.
     */
    private static int fill(Journal journal) throws JournalException {
        String large = "x".repeat(4000);
        for (int i = 0; ; i++) {
            try {
                append(journal, i + large);
            } catch (JournalFullException e) {
                assertThat(e).hasMessageContaining("full").hasMessageContaining("try again");
                return i;
            }
        }
    }

    @Test
    void aFullRawDeviceOpensAgainHoweverOftenItCrashesInRecoveryAndLosesNothing()
            throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Journal crashed = open(device);
        crashed.endRecovery();
        int acknowledged = fill(crashed);
        FaultyBlockDevice found = device.afterPowerCut(2);
        JournalFixture.abandon(crashed);
        for (int crashes = 0; crashes < 20; crashes++) {
            Journal journal = open(found);
            append(journal, "started " + crashes);
            JournalFixture.Recording recording = replay(journal);
            assertThat(recording.damages).isEmpty();
            assertThat(recording.texts()).hasSize(acknowledged + crashes);
            assertThat(journal.hasEntriesToReplay()).isTrue();
            found = found.afterPowerCut(3);
            JournalFixture.abandon(journal);
        }
        try (Journal journal = open(found)) {
            journal.endRecovery();
        }
        assertThat(read(found).texts()).isEmpty();
    }

    /**
     * Cuts the power at each write of the start after two crashes in recovery. If originals and
     * copies are both there, one copy is corrupted. In seed 3392336 of the simulation, the journal
     * then had no room to open.
     */
    @Test
    void copiesThatRotDoNotTakeTheRoomThatAFullRawDeviceNeedsToOpen() throws IOException {
        int rotted = 0;
        for (int cut = 1; cut <= 16; cut++) {
            FaultyBlockDevice device = JournalFixture.rawDevice(8, cut);
            Journal crashed = open(device);
            crashed.endRecovery();
            int acknowledged = fill(crashed);
            device = device.afterPowerCut(cut);
            JournalFixture.abandon(crashed);
            int full = JournalReader.inspect(device).segments().size();
            for (int crash = 0; crash < 2; crash++) {
                Journal recovering = open(device);
                append(recovering, "in recovery " + crash);
                device = device.afterPowerCut(cut);
                JournalFixture.abandon(recovering);
            }
            device.cutPowerAtWrite(cut);
            try {
                JournalFixture.abandon(open(device));
            } catch (IOException e) {
                assertThat(device.isOff()).isTrue();
            }
            device = device.afterPowerCut(cut);
            List<SegmentInfo> found = JournalReader.inspect(device).segments();
            if (found.size() == full + 3) {
                rotted++;
                int slot = found.get(full + 2).slot();
                device.rot(slotBlock(device, slot, 1) + RecordHeader.BYTES + 6, 3);
            }
            for (int start = 0; start < 6; start++) {
                Journal journal = open(device);
                append(journal, "start " + start);
                JournalFixture.Recording recording = replay(journal);
                assertThat(recording.damages).isEmpty();
                assertThat(recording.texts()).hasSize(acknowledged + 2 + start);
                device = device.afterPowerCut(start);
                JournalFixture.abandon(journal);
            }
        }
        assertThat(rotted).isPositive();
    }

    /**
     * Tests the journal in service, after a clean close, and in recovery: there is no room for a
     * heartbeat.
     */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void theLastRecordOfAFullJournalIsSeenToBeMissing(boolean inRecovery, boolean isClosed)
            throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Journal journal = open(device);
        if (!inRecovery) journal.endRecovery();
        JournalPosition last = null;
        int appended = 0;
        try {
            while (true) {
                last = append(journal, "x".repeat(400));
                appended++;
            }
        } catch (JournalFullException e) {
            // Expected.
        }
        if (isClosed) journal.close();
        else {
            long records = journal.status().writtenBytes();
            await().until(() -> journal.status().writtenBytes() > records);
            device = cut(device, journal);
        }
        long id = requireNonNull(last).segmentId();
        SegmentInfo full =
                JournalReader.inspect(device).segments().stream()
                        .filter(each -> each.id() == id)
                        .findFirst()
                        .orElseThrow();
        int blocks = JournalFixture.SEGMENT_BYTES / JournalFixture.BLOCK_BYTES;
        device.rot(slotBlock(device, full.slot(), blocks - Geometry.FIRST_BLOCK - 2) + 3, 3);
        JournalFixture.Recording recording = read(device);
        assertThat(recording.entries).hasSize(appended - 1);
        assertThat(recording.damages).hasSize(1);
    }

    @Test
    void theLastCopyDoesNotLookLikeATornTailOnceItsOriginalIsFree() throws IOException {
        int freed = 0;
        for (int cut = 1; cut <= 20; cut++) {
            FaultyBlockDevice device = JournalFixture.rawDevice(8, cut);
            Journal crashed = open(device);
            append(crashed, "a");
            append(crashed, "b");
            device = device.afterPowerCut(cut);
            JournalFixture.abandon(crashed);
            long original = JournalReader.inspect(device).segments().get(0).id();
            device.cutPowerAtWrite(cut);
            try {
                JournalFixture.abandon(open(device));
            } catch (IOException e) {
                assertThat(device.isOff()).isTrue();
            }
            device = device.afterPowerCut(cut);
            List<SegmentInfo> found = JournalReader.inspect(device).segments();
            if (found.stream().anyMatch(each -> each.id() == original)) continue;
            freed++;
            device.rot(slotBlock(device, found.get(0).slot(), 2) + 3, 3);
            JournalFixture.Recording recording = read(device);
            assertThat(recording.texts()).containsExactly("a");
            assertThat(recording.damages).hasSize(1);
        }
        assertThat(freed).isPositive();
    }

    /** The second cut comes while the incomplete copies of the first start are freed. */
    @Test
    void crashesInCarryOverDoNotMakeOriginalsOfCopies() throws IOException {
        for (int slots = 9; slots <= 11; slots++)
            for (int first = 20; first <= 60; first++)
                for (int second = 1; second <= 3; second++) {
                    FaultyBlockDevice device = JournalFixture.rawDevice(slots, 5);
                    Journal crashed = open(device);
                    for (int i = 0; i < 12; i++) append(crashed, i + "x".repeat(4_000));
                    device = openUntil(openUntil(cut(device, crashed), first), second);
                    for (int start = 0; start < 3; start++) {
                        Journal journal = open(device);
                        assertThat(replay(journal).entries).hasSize(12);
                        device = cut(device, journal);
                    }
                }
    }

    /** The remaining originals are the beginning of the copies, and are recognized as such. */
    @Test
    void aCrashWhileOriginalsAreFreedLeavesTheFirstOfThem() throws IOException {
        int between = 0;
        for (int cut = 1; cut <= 24; cut++)
            for (int next = 1; next <= 8; next++) {
                FaultyBlockDevice device = JournalFixture.rawDevice(16, cut);
                Journal crashed = open(device);
                for (String each : List.of("a", "b", "c")) append(crashed, each.repeat(7_000));
                device = cut(device, crashed);
                List<Long> originals = liveIds(device);
                device = openUntil(device, cut);
                if (liveIds(device).size() != 2 * originals.size()) continue;
                device = openUntil(device, next);
                List<Long> left = liveIds(device);
                boolean hasFirst = left.contains(originals.get(0));
                boolean hasLast = left.contains(originals.get(1));
                assertThat(hasLast && !hasFirst).isFalse();
                if (hasFirst && !hasLast) between++;
                assertThat(read(device).texts()).startsWith("a".repeat(7_000));
            }
        assertThat(between).isPositive();
    }

    private static List<Long> liveIds(FaultyBlockDevice device) throws IOException {
        return JournalReader.inspect(device).segments().stream().map(SegmentInfo::id).toList();
    }

    private static FaultyBlockDevice cut(FaultyBlockDevice device, Journal journal) {
        FaultyBlockDevice after = device.afterPowerCut(1);
        JournalFixture.abandon(journal);
        return after;
    }

    /** Opens a journal on a device that loses its power at this write. */
    private static FaultyBlockDevice openUntil(FaultyBlockDevice device, int write)
            throws IOException {
        device.cutPowerAtWrite(write);
        try {
            return cut(device, open(device));
        } catch (IOException e) {
            assertThat(device.isOff()).isTrue();
            return device.afterPowerCut(write);
        }
    }

    /** The second run could not carry over the first run's entries: a block was unreadable. */
    @Test
    void anEntryThatALaterRunWroteOnceMoreComesOnceMore() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Journal first = open(device);
        append(first, "k=1");
        append(first, "k=2");
        device = device.afterPowerCut(1);
        JournalFixture.abandon(first);
        device.makeUnreadable(slotBlock(device, 0, 1));
        Journal second = open(device);
        append(second, "k=1");
        device = device.afterPowerCut(1); // and can be read again
        JournalFixture.abandon(second);
        try (Journal third = open(device)) {
            assertThat(replay(third).texts()).containsExactly("k=1", "k=2", "k=1");
        }
    }

    /** A full file system is no failure: only a device that cannot be written is. */
    @Test
    void afterAFailedWriteInGrowthNothingIsAcknowledged() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1).failOnceAfterGrowth();
        Journal journal = open(device);
        journal.endRecovery();
        assertThatThrownBy(
                        () -> {
                            while (true) append(journal, "x".repeat(4_000));
                        })
                .isInstanceOf(JournalFailedException.class)
                .hasMessageContaining("memory: write error");
        for (SegmentInfo each : journal.segments().subList(0, 2)) journal.release(each.id());
        assertThatThrownBy(() -> append(journal, "y")).isInstanceOf(JournalFailedException.class);
        JournalFixture.abandon(journal);
    }

    @Test
    void aReleaseThatDidNotReachTheDeviceIsReportedOnClose() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Journal journal = open(device);
        journal.endRecovery();
        long segment = append(journal, "x").segmentId();
        journal.roll(0);
        await().until(() -> journal.status().freeSlots() == 5); // no other write is in flight
        device.failAtWrite(1, false);
        journal.release(segment);
        assertThatThrownBy(journal::close)
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("write error");
        assertThat(read(device.afterPowerCut(1)).texts()).containsExactly("x");
    }

    @Test
    void damageInARunThatCrashedInItsRecoveryStaysInPlaceHoweverOftenTheStartIsRefused()
            throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Journal crashed = open(device);
        append(crashed, "first");
        append(crashed, "second");
        FaultyBlockDevice found = device.afterPowerCut(1);
        JournalFixture.abandon(crashed);
        found.rot(slotBlock(found, 0, 1) + RecordHeader.BYTES + 6, 3);
        for (int start = 0; start < 10; start++) {
            Journal refused = open(found);
            append(refused, "start " + start);
            JournalFixture.Recording recording = replay(refused);
            assertThat(recording.findings()).containsExactly(RecoveryCase.B_DAMAGED_BODY);
            assertThat(recording.texts()).hasSize(1 + start).contains("second");
            found = found.afterPowerCut(2);
            JournalFixture.abandon(refused);
        }
    }

    @Test
    void entriesOfAnotherContentVersionKeepIt() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Journal crashed = open(device);
        append(crashed, "version 7");
        FaultyBlockDevice found = device.afterPowerCut(1);
        JournalFixture.abandon(crashed);
        JournalOptions newer =
                new JournalOptions(JournalFixture.OWNER, 8, 0, 1, options(1).fullWait(), 3);
        try (Journal journal = open(found, newer)) {
            List<Integer> versions = new ArrayList<>();
            journal.replay(
                    new ReplayHandler() {
                        @Override
                        public void entry(
                                SegmentInfo segment, int start, int end, ByteBuffer entry) {
                            versions.add(segment.contentVersion());
                        }

                        @Override
                        public void damage(Damage damage) {
                            throw new AssertionError(damage);
                        }
                    });
            assertThat(versions).containsExactly(7);
        }
    }

    @Test
    void aFileOnAFullFileSystemOpensAgainAfterACrash() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        device.limitSize(device.sizeBytes());
        Journal crashed = open(device);
        crashed.endRecovery();
        int acknowledged = fill(crashed);
        FaultyBlockDevice found = device.afterPowerCut(2).limitSize(device.sizeBytes());
        JournalFixture.abandon(crashed);
        for (int crashes = 0; crashes < 5; crashes++) {
            Journal journal = open(found);
            append(journal, "started " + crashes);
            assertThat(replay(journal).texts()).hasSize(acknowledged + crashes);
            found = found.afterPowerCut(3).limitSize(device.sizeBytes());
            JournalFixture.abandon(journal);
        }
    }

    @Test
    void largeEntriesOfManyThreadsAllGetTheirTurn() throws Exception {
        int segmentBytes = 4 << 20;
        FaultyBlockDevice device =
                new FaultyBlockDevice(4096, Geometry.SLOTS_OFFSET + 16L * segmentBytes, true, 1);
        new JournalFormat(device.sizeBytes(), segmentBytes, 28, 12)
                .write(device, InstantSource.system(), (bytes, of) -> {});
        Queue<Integer> done = new ConcurrentLinkedQueue<>();
        try (Journal journal = open(device)) {
            journal.endRecovery();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Thread thread = new Thread(() -> appendLarge(journal, done)); // owns threads
                thread.start();
                threads.add(thread);
            }
            for (Thread each : threads) each.join();
        }
        assertThat(done).hasSize(8 * 40);
    }

    private static void appendLarge(Journal journal, Queue<Integer> done) {
        for (int i = 0; i < 40; i++) {
            int bytes = 200_000 + 10_000 * i;
            try {
                journal.append(ByteBuffer.allocate(bytes), (segment, offset) -> {});
                done.add(bytes);
            } catch (JournalException e) {
                throw new AssertionError(e);
            }
        }
    }

    @Test
    void theEntriesOfARunThatEndedItsRecoveryKeepTheirPositions() throws IOException {
        FaultyBlockDevice device = JournalFixture.rawDevice(8, 1);
        Journal crashed = open(device);
        append(crashed, "in recovery");
        crashed.endRecovery();
        JournalPosition end = append(crashed, "in service");
        FaultyBlockDevice found = device.afterPowerCut(1);
        JournalFixture.abandon(crashed);
        try (Journal journal = open(found)) {
            assertThat(replay(journal).entries.get(1).end()).isEqualTo(end);
        }
    }

    @Test
    void aFileGrowsWhenItsSegmentsAreTaken() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        List<String> written = new ArrayList<>();
        try (Journal journal = open(device)) {
            journal.endRecovery();
            for (int i = 0; i < 100; i++) {
                written.add(i + "x".repeat(4000));
                append(journal, written.get(i));
            }
            assertThat(journal.status().slots()).isGreaterThan(20);
        }
        assertThat(read(device).texts()).isEqualTo(written);
    }

    @Test
    void aFileThatCannotGrowFailsTheAppendAndGoesOnOnceThereIsSpace() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        device.limitSize(device.sizeBytes());
        try (Journal journal = open(device)) {
            journal.endRecovery();
            fill(journal);
            device.limitSize(Long.MAX_VALUE);
            append(journal, "fits again");
        }
    }

    @Test
    void aFailedWriteIsNeverAcknowledgedAndNothingIsAfterIt() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        List<JournalFailedException> told = new ArrayList<>();
        JournalListener listener =
                new JournalListener() {
                    @Override
                    public void failed(JournalFailedException failure) {
                        told.add(failure);
                    }
                };
        Journal journal = Journal.open(device, options(1), listener, Environment.real());
        append(journal, "durable");
        assertThat(journal.status().failed()).isFalse();
        device.failAtWrite(1, false);
        assertThatThrownBy(() -> append(journal, "lost"))
                .isInstanceOf(JournalFailedException.class)
                .hasMessageContaining("memory")
                .hasMessageContaining("write error");
        assertThatThrownBy(() -> append(journal, "later"))
                .isInstanceOf(JournalFailedException.class);
        assertThat(told).hasSize(1);
        assertThat(journal.status().failed()).isTrue();
        assertThatThrownBy(journal::close).isInstanceOf(JournalFailedException.class);
        assertThat(read(device).texts()).containsExactly("durable");
    }

    @Test
    void aRollThatFailsIsReported() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal journal = open(device);
        device.failAtWrite(1, false);
        assertThatThrownBy(() -> journal.roll(0)).isInstanceOf(JournalException.class);
        assertThatThrownBy(journal::close).isInstanceOf(JournalException.class);
    }

    @Test
    void anInterruptNeitherEndsTheWaitNorIsLost() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1).delayWrites(5_000_000);
        try (Journal journal = open(device)) {
            Thread.currentThread().interrupt();
            append(journal, "interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(read(device).texts()).containsExactly("interrupted");
    }

    @Test
    void afterCloseAppendsFail() throws IOException {
        Journal journal = open(JournalFixture.file(8, 1));
        journal.close();
        assertThat(journal.status().failed()).isFalse();
        assertThatThrownBy(() -> append(journal, "x"))
                .isInstanceOf(JournalFailedException.class)
                .hasMessageContaining("closed");
        assertThat(journal.segments()).isEmpty();
    }

    @Test
    void aJournalWithoutEntriesChangesItsOwner() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal first = open(device);
        append(first, "in an SSTable");
        first.close();
        Journal replayed = open(device);
        replayed.endRecovery();
        replayed.close();
        Owner next = new Owner(new UUID(1, 2), "next");
        open(device, JournalOptions.of(next)).close();
        assertThat(JournalReader.inspect(device).owner()).isEqualTo(next);
    }

    @Test
    void theJournalOfAnotherOwnerIsRefusedAndNotTouched() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal first = open(device);
        append(first, "not released");
        first.close();
        int before = device.contentHash();
        Owner stranger = new Owner(new UUID(1, 2), "stranger");
        assertThatThrownBy(() -> open(device, JournalOptions.of(stranger)))
                .isInstanceOfSatisfying(
                        DeviceRefusedException.class,
                        e ->
                                assertThat(e.reason())
                                        .isEqualTo(DeviceRefusedException.Reason.FOREIGN))
                .hasMessageContaining("another owner: test")
                .hasMessageContaining("stranger");
        assertThat(device.contentHash()).isEqualTo(before);
    }

    @Test
    void anIdleJournalWritesAHeartbeatSoThatRotOfItsLastRecordIsNoticed() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal journal = open(device);
        append(journal, "last");
        await().until(() -> journal.status().records() == 2);
        FaultyBlockDevice found = device.afterPowerCut(1);
        JournalFixture.abandon(journal);
        found.rot(slotBlock(found, 0, 1) + RecordHeader.BYTES + 6, 3);
        assertThat(read(found).findings()).containsExactly(RecoveryCase.B_DAMAGED_BODY);
    }

    private static long slotBlock(FaultyBlockDevice device, int slot, int block) {
        return new Geometry(device.blockBytes(), JournalFixture.SEGMENT_BYTES)
                .blockOffset(slot, block);
    }
}
