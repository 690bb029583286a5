// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.abandon;
import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.bytes;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PendingAppendTest {
    private final List<Optional<JournalFailedException>> told = new CopyOnWriteArrayList<>();

    private PendingAppend submit(Journal journal, String text) throws JournalException {
        PendingAppend append = journal.submit(bytes(text), (segment, offset) -> {});
        append.whenSettled(failure -> told.add(Optional.ofNullable(failure)));
        return append;
    }

    private static boolean areTogether(PendingAppend one, PendingAppend other) {
        return ((PendingEntry) one).record() == ((PendingEntry) other).record();
    }

    @Test
    void nobodyIsToldBeforeTheEntryIsDurable() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            CountDownLatch release = new CountDownLatch(1);
            device.holdNextWrite(release);
            PendingAppend append = submit(journal, "a");
            assertThat(journal.status().pendingAppends()).isEqualTo(1);
            assertThat(journal.isSettled()).isFalse();
            assertThat(told).isEmpty();
            release.countDown();
            append.await();
            await().untilAsserted(() -> assertThat(told).containsExactly(Optional.empty()));
            assertThat(journal.status().pendingAppends()).isZero();
            assertThat(journal.isSettled()).isTrue();
            assertThat(append.end().offset()).isEqualTo(28 + 12 + 1);
        }
        assertThat(read(device).texts()).containsExactly("a");
        assertThat(told).hasSize(1);
    }

    /** Data derived from an acknowledged entry survives exactly if the entry does. */
    @Test
    void withSeveralRecordsInFlightNobodyIsToldOfTheOneThatIsNotDurable() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal journal = open(device, JournalFixture.options(4));
        CountDownLatch release = new CountDownLatch(1);
        device.holdNextWrite(release);
        PendingAppend slow = submit(journal, "slow");
        await().until(device::isHolding);
        for (String text : List.of("a", "b", "c")) submit(journal, text).await();
        await().untilAsserted(() -> assertThat(told).hasSize(3));
        slow.whenSettled(failure -> told.add(Optional.ofNullable(failure)));
        assertThat(told).hasSize(3);
        assertThat(read(device.afterPowerCut(1)).texts()).containsExactly("a", "b", "c");
        release.countDown();
        assertThatThrownBy(slow::await).isInstanceOf(JournalFailedException.class);
        abandon(journal);
        assertThat(told).hasSize(5).filteredOn(Optional::isPresent).hasSize(2);
    }

    @Test
    void whoComesLateIsToldAtOnce() throws IOException {
        try (Journal journal = open(JournalFixture.file(8, 1))) {
            PendingAppend append = journal.submit(bytes("a"), (segment, offset) -> {});
            append.await();
            append.whenSettled(failure -> told.add(Optional.ofNullable(failure)));
            assertThat(told).containsExactly(Optional.empty());
        }
    }

    @Test
    void entriesOfOneRecordAreTogether() throws IOException {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            CountDownLatch release = new CountDownLatch(1);
            device.holdNextWrite(release);
            PendingAppend first = submit(journal, "first");
            await().until(() -> !areTogether(submit(journal, "other"), first));
            PendingAppend second = submit(journal, "second");
            PendingAppend third = submit(journal, "third");
            assertThat(areTogether(second, third)).isTrue();
            release.countDown();
            third.await();
        }
    }

    @Test
    void anEntryThatWouldHaveToWaitIsNotPlaced() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            int third = journal.maxEntryBytes() / 3;
            CountDownLatch release = new CountDownLatch(1);
            device.holdNextWrite(release);
            PendingAppend inFlight = submit(journal, "a");
            await().until(() -> !areTogether(submit(journal, "b"), inFlight));
            int placed = 0;
            while (journal.trySubmit(ByteBuffer.allocate(third), (segment, at) -> {}) != null)
                placed++;
            assertThat(placed).isBetween(1, 4);
            long pending = journal.status().pendingAppends();
            assertThat(journal.trySubmit(ByteBuffer.allocate(third), (segment, at) -> told.clear()))
                    .isNull();
            assertThat(journal.status().pendingAppends()).isEqualTo(pending);
            release.countDown();
            await().until(() -> journal.trySubmit(bytes("c"), (segment, at) -> {}) != null);
        }
        assertThat(read(device).texts()).startsWith("a").endsWith("c");
    }

    @Test
    void aFailedDeviceIsToldOf() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal journal = open(device);
        device.failAtWrite(1, false);
        PendingAppend append = submit(journal, "a");
        assertThatThrownBy(append::await).isInstanceOf(JournalFailedException.class);
        await().untilAsserted(() -> assertThat(told).hasSize(1));
        assertThat(told.get(0)).isPresent();
        assertThatThrownBy(() -> journal.trySubmit(bytes("b"), (segment, at) -> {}))
                .isInstanceOf(JournalFailedException.class);
        abandon(journal);
        assertThat(told).hasSize(1);
    }

    /** The record in flight may still become durable, and be acknowledged. */
    @Test
    void aFailedJournalIsSettledWhenNoRecordIsInFlight() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal journal = open(device, JournalFixture.options(4));
        CountDownLatch release = new CountDownLatch(1);
        device.holdNextWrite(release);
        PendingAppend slow = submit(journal, "slow");
        await().until(device::isHolding);
        device.failAtWrite(1, false);
        PendingAppend failing = submit(journal, "failing");
        assertThatThrownBy(failing::await).isInstanceOf(JournalFailedException.class);
        assertThat(journal.status().failed()).isTrue();
        assertThat(journal.isSettled()).isFalse();
        release.countDown();
        assertThatThrownBy(slow::await).isInstanceOf(JournalFailedException.class);
        await().until(journal::isSettled);
        abandon(journal);
    }

    /** The owner may reject an entry only when it has a place: it may have waited for one. */
    @Test
    void anEntryWhoseWriterIsRejectedIsWrittenAndSettled() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            assertThatThrownBy(
                            () ->
                                    journal.submit(
                                            bytes("rejected"),
                                            (segment, offset) -> {
                                                throw new IllegalStateException("on purpose");
                                            }))
                    .hasMessage("on purpose");
            await().until(journal::isSettled);
            assertThat(journal.status().failed()).isFalse();
            append(journal, "b");
        }
        assertThat(read(device).texts()).containsExactly("rejected", "b");
    }

    @Test
    void whatAnActionThrowsHurtsNobodyElse() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            CountDownLatch release = new CountDownLatch(1);
            device.holdNextWrite(release);
            PendingAppend first = journal.submit(bytes("a"), (segment, offset) -> {});
            first.whenSettled(
                    failure -> {
                        throw new IllegalStateException("on purpose");
                    });
            first.whenSettled(failure -> told.add(Optional.ofNullable(failure)));
            release.countDown();
            first.await();
            append(journal, "b");
        }
        assertThat(told).containsExactly(Optional.empty());
        assertThat(read(device).texts()).containsExactly("a", "b");
    }

    /** The uncaught-exception handler of the thread that settles may throw, too. */
    @Test
    void aHandlerThatThrowsHurtsNobodyElse() throws Exception {
        List<String> handled = new CopyOnWriteArrayList<>();
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            CountDownLatch release = new CountDownLatch(1);
            device.holdNextWrite(release);
            PendingAppend first = journal.submit(bytes("a"), (segment, offset) -> {});
            first.whenSettled(
                    failure -> {
                        Thread.currentThread()
                                .setUncaughtExceptionHandler(
                                        (thread, thrown) -> {
                                            handled.add(String.valueOf(thrown.getMessage()));
                                            throw new IllegalStateException("the handler, too");
                                        });
                        throw new IllegalStateException("on purpose");
                    });
            first.whenSettled(failure -> told.add(Optional.ofNullable(failure)));
            release.countDown();
            first.await();
            append(journal, "b");
        }
        assertThat(handled).containsExactly("on purpose");
        assertThat(told).containsExactly(Optional.empty());
        assertThat(read(device).texts()).containsExactly("a", "b");
    }
}
