// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static dev.firesteel.journal.JournalFixture.read;
import static dev.firesteel.journal.JournalFixture.replay;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cuts the power at random writes, repeatedly, and also while the journal recovers. */
class PowerCutTest {
    private static final int SEEDS = 20;
    private static final int LIVES = 4;

    /** Short enough to find a full journal, long enough for a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final int THREADS = 4;
    private static final int ENTRIES = 30;

    /** Life, thread, number and padding of the entries that {@link Appenders} writes. */
    private static final Pattern ATTEMPTED = Pattern.compile("[0-3]-[0-3]:[12]?[0-9]:x*");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void whatWasAcknowledgedSurvivesAndNothingElseAppears(int recordsInFlight) throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                runOneLife(seed, recordsInFlight);
            } catch (Throwable t) {
                throw new AssertionError(
                        "seed " + seed + " with " + recordsInFlight + " records in flight", t);
            }
        }
    }

    private static void runOneLife(long seed, int recordsInFlight) throws Exception {
        Random random = new Random(seed);
        FaultyBlockDevice device = JournalFixture.file(8, seed);
        Queue<JournalFixture.Replayed> acknowledged = new ConcurrentLinkedQueue<>();
        for (int life = 0; life < LIVES; life++) {
            device.delayWrites(recordsInFlight == 1 ? 0 : 20_000);
            device.cutPowerAtWrite(1 + random.nextInt(80));
            try (Journal journal = open(device, options(recordsInFlight, PATIENCE))) {
                check(replay(journal), acknowledged);
                if (random.nextBoolean()) endRecovery(journal, acknowledged);
                Appenders.run(life + "-", THREADS, ENTRIES, journal, acknowledged);
            } catch (IOException e) {
                boolean mayBe = device.isOff() || e instanceof JournalFullException;
                assertThat(mayBe).as("only a power cut fails: %s", e).isTrue();
            }
            device = device.afterPowerCut(seed * 31 + life);
            JournalFixture.Recording found = read(device);
            check(found, acknowledged);
            assertThat(read(device).entries).isEqualTo(found.entries);
        }
    }

    /**
     * Ends recovery. The replayed entries are durable elsewhere, so they need not be found again.
     */
    private static void endRecovery(Journal journal, Queue<JournalFixture.Replayed> acknowledged)
            throws JournalException {
        acknowledged.clear();
        journal.endRecovery();
    }

    private static void check(
            JournalFixture.Recording found, Queue<JournalFixture.Replayed> acknowledged) {
        assertThat(found.damages).isEmpty();
        Set<String> texts = new HashSet<>(found.texts());
        // Compare by text: entries of a run that crashed in recovery move to new positions.
        for (JournalFixture.Replayed each : acknowledged) assertThat(texts).contains(each.text());
        for (String text : texts) assertThat(text).matches(ATTEMPTED);
    }
}
