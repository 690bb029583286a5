// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.bytes;
import static dev.firesteel.journal.JournalFixture.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InterruptTest {
    private final AtomicLong parks = new AtomicLong();

    private final MachineScheduler counting =
            new MachineScheduler() {
                @Override
                public void park(Object blocker) {
                    parks.incrementAndGet();
                    super.park(blocker);
                }

                @Override
                public void parkNanos(Object blocker, long nanos) {
                    parks.incrementAndGet();
                    super.parkNanos(blocker, nanos);
                }
            };

    /** An interrupted thread does not stay parked. */
    @Test
    void anActionThatInterruptsTheCommitterDoesNotMakeItSpin() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        Environment environment =
                new Environment(InstantSource.system(), counting, new SplittableRandom(1));
        try (Journal journal =
                Journal.open(device, options(1), JournalListener.none(), environment)) {
            journal.endRecovery();
            await().until(() -> journal.status().freeSlots() == 6);
            CountDownLatch latch = new CountDownLatch(1);
            device.holdNextWrite(latch);
            AtomicLong told = new AtomicLong();
            journal.submit(bytes("x"), (segment, offset) -> {})
                    .whenSettled(
                            failure -> {
                                Thread.currentThread().interrupt();
                                told.incrementAndGet();
                            });
            latch.countDown();
            await().until(() -> told.get() == 1);
            Thread.sleep(300);
        }
        assertThat(parks.get()).isLessThan(100);
    }
}
