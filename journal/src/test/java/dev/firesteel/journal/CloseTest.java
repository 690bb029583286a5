// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.bytes;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static dev.firesteel.journal.JournalFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A journal closed in good order: everything acknowledged lies below a watermark. */
class CloseTest {
    private final CountDownLatch latch = new CountDownLatch(1);

    private static Thread close(Journal journal) {
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                journal.close();
                            } catch (JournalException e) {
                                throw new AssertionError(e);
                            }
                        });
        thread.start();
        return thread;
    }

    private FaultyBlockDevice held(FaultyBlockDevice device) {
        device.holdNextWrite(latch);
        return device;
    }

    private static Journal opened(FaultyBlockDevice device, int recordsInFlight)
            throws IOException {
        Journal journal = open(device, options(recordsInFlight));
        journal.endRecovery();
        append(journal, "a");
        // Wait until no more bookkeeping is written: the hold must catch a record.
        await().until(() -> journal.status().freeSlots() == 6);
        return journal;
    }

    /** The write of the record with "last" is held at the device when the close begins. */
    @Test
    void theLastHeartbeatDoesNotOvertakeTheLastRecord() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal journal = opened(device, 2);
        held(device);
        PendingAppend last = journal.submit(bytes("last"), (segment, offset) -> {});
        await().until(device::isHolding);
        Thread closing = close(journal);
        await().until(() -> closing.getState() == Thread.State.WAITING);
        Thread.sleep(200); // enough for a heartbeat to be written
        latch.countDown();
        closing.join();
        last.await();
        assertThat(read(device).texts()).containsExactly("a", "last");
        Geometry geometry = Superblocks.read(device).superblock().geometry();
        int slot = JournalReader.inspect(device).segments().get(0).slot();
        device.rot(geometry.blockOffset(slot, 2) + RecordHeader.BYTES + 5, 3);
        JournalFixture.Recording recording = read(device);
        assertThat(recording.texts()).containsExactly("a");
        assertThat(recording.findings()).hasSize(1);
    }

    @Test
    void whatComesWhileItClosesIsRefused() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal journal = opened(device, 1);
        held(device);
        Thread closing = close(journal);
        await().until(device::isHolding); // the heartbeat of the close
        assertThatThrownBy(() -> append(journal, "late"))
                .isInstanceOf(JournalFailedException.class)
                .hasMessageEndingWith(" is closed");
        latch.countDown();
        closing.join();
        assertThat(read(device).texts()).containsExactly("a");
    }

    /** A close that waited for their appends would never end. */
    @Test
    void thoseWhoNeverStopAppendingDoNotKeepItOpen() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Journal journal = opened(device, 1);
        AtomicBoolean stopped = new AtomicBoolean();
        Thread[] writers = new Thread[4];
        for (int i = 0; i < writers.length; i++) {
            writers[i] =
                    new Thread(
                            () -> {
                                try {
                                    while (!stopped.get()) append(journal, "more");
                                } catch (JournalException e) {
                                    // The journal is closed.
                                }
                            });
            writers[i].start();
        }
        Thread closing = close(journal);
        closing.join(10_000);
        stopped.set(true);
        for (Thread writer : writers) writer.join();
        assertThat(closing.isAlive()).isFalse();
    }
}
