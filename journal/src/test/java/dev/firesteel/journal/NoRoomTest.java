// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal with no segment left, but room in the current one. */
class NoRoomTest {
    private @Nullable Journal journal;

    @AfterEach
    void close() {
        if (journal != null) JournalFixture.abandon(journal);
    }

    /** Fills the journal until a small entry stands alone in the last segment. */
    private Journal filled(boolean inRecovery, Duration fullWait) throws IOException {
        Journal opened = open(JournalFixture.rawDevice(8, 1), options(1, fullWait));
        journal = opened;
        if (!inRecovery) opened.endRecovery();
        do append(opened, "small");
        while (hasRoomForTheLargest(opened));
        SegmentInfo last = opened.segments().get(opened.segments().size() - 1);
        assertThat(last.contentBytes()).isLessThanOrEqualTo(10);
        return opened;
    }

    private static boolean hasRoomForTheLargest(Journal journal) throws JournalException {
        try {
            append(journal, largest(journal));
            return true;
        } catch (JournalFullException e) {
            return false;
        }
    }

    private static String largest(Journal journal) {
        return "L".repeat(journal.maxEntryBytes());
    }

    private static CompletableFuture<JournalPosition> appending(Journal journal, String text) {
        CompletableFuture<JournalPosition> result = new CompletableFuture<>();
        new Thread(
                        () -> {
                            try {
                                result.complete(append(journal, text));
                            } catch (JournalException e) {
                                result.completeExceptionally(e);
                            }
                        })
                .start();
        return result;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLargeEntryThatIsRefusedDoesNotShutOutSmallOnes(boolean inRecovery) throws Exception {
        Journal full = filled(inRecovery, Duration.ofMillis(200));
        for (int i = 0; i < 20; i++) append(full, "small");
        assertThatThrownBy(() -> append(full, largest(full)))
                .isInstanceOf(JournalFullException.class);
        append(full, "small");
    }

    @Test
    void smallEntriesGoOnWhileALargeOneWaitsAndDoNotProlongItsWait() throws Exception {
        Journal full = filled(false, Duration.ofMillis(300));
        CompletableFuture<JournalPosition> large = appending(full, largest(full));
        int meanwhile = 0;
        while (!large.isDone() && meanwhile < 25) { // there is room for this many
            append(full, "small");
            meanwhile++;
            Thread.sleep(20);
        }
        assertThat(meanwhile).isGreaterThan(5);
        assertThatThrownBy(() -> large.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(JournalFullException.class);
    }

    /** The entry fits into the segment, but not into the record that was opened for small ones. */
    @Test
    void anEntryOfHalfTheSegmentFindsRoomBesideALargeOneThatWaits() throws Exception {
        Journal full = filled(false, Duration.ofSeconds(4));
        CompletableFuture<JournalPosition> large = appending(full, largest(full));
        await().until(() -> full.status().pendingAppends() == 0);
        append(full, "M".repeat(full.maxEntryBytes() / 2));
        assertThat(large).isNotDone();
        full.release(full.segments().get(0).id());
        assertThat(large.get(10, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aLargeEntryGetsTheSegmentThatIsReleased() throws Exception {
        Journal full = filled(false, Duration.ofSeconds(4));
        CompletableFuture<JournalPosition> large = appending(full, largest(full));
        JournalPosition small = append(full, "small");
        full.release(full.segments().get(0).id());
        assertThat(large.get(10, TimeUnit.SECONDS).segmentId()).isGreaterThan(small.segmentId());
    }
}
