// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static dev.firesteel.journal.JournalFixture.read;
import static dev.firesteel.journal.JournalFixture.replay;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The power goes at a random write, again and again, also while the journal recovers. */
class PowerCutTest {
    private static final int SEEDS = 150;

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
        FaultyBlockDevice device = JournalFixture.file(4, seed);
        Queue<JournalFixture.Replayed> acknowledged = new ConcurrentLinkedQueue<>();
        Set<String> attempted = attempts();
        for (int crash = 0; crash < 3; crash++) {
            device.delayWrites(recordsInFlight == 1 ? 0 : 20_000);
            device.cutPowerAtWrite(1 + random.nextInt(60));
            try (Journal journal = open(device, options(recordsInFlight))) {
                check(replay(journal), acknowledged, attempted);
                Appenders.run(4, 30, journal, acknowledged);
            } catch (IOException e) {
                assertThat(device.isOff()).as("only a power cut fails an open").isTrue();
            }
            device = device.afterPowerCut(seed * 31 + crash);
            JournalFixture.Recording found = read(device);
            check(found, acknowledged, attempted);
            assertThat(read(device).entries).isEqualTo(found.entries);
        }
    }

    /** Every text that {@link Appenders} may write begins with one of these. */
    private static Set<String> attempts() {
        Set<String> prefixes = new HashSet<>();
        for (int thread = 0; thread < 4; thread++)
            for (int i = 0; i < 30; i++) prefixes.add(thread + ":" + i);
        return prefixes;
    }

    private static void check(
            JournalFixture.Recording found,
            Queue<JournalFixture.Replayed> acknowledged,
            Set<String> attempted) {
        assertThat(found.damages).isEmpty();
        assertThat(found.entries).containsAll(acknowledged);
        for (JournalFixture.Replayed each : found.entries)
            assertThat(attempted).contains(each.text().substring(0, each.text().lastIndexOf(':')));
    }
}
