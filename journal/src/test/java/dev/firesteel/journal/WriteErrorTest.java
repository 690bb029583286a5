// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static dev.firesteel.journal.JournalFixture.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fails the n-th write, for every n until a life of the journal needs fewer writes. */
class WriteErrorTest {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whicheverWriteFailsWhatWasAcknowledgedIsThere(boolean afterEffect) throws Exception {
        int n = 1;
        while (failsInOneLife(n, afterEffect)) n++;
        assertThat(n).isGreaterThan(40);
    }

    private static boolean failsInOneLife(int n, boolean afterEffect) throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, n);
        Queue<JournalFixture.Replayed> acknowledged = new ConcurrentLinkedQueue<>();
        device.failAtWrite(n, afterEffect);
        long before = device.writes();
        try (Journal journal = open(device, options(1))) {
            Appenders.run("", 1, 40, journal, acknowledged);
            journal.endRecovery();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("memory");
        }
        boolean failed = device.writes() - before >= n;
        FaultyBlockDevice found = device.afterPowerCut(n);
        JournalFixture.Recording recording = read(found);
        assertThat(recording.damages).isEmpty();
        assertThat(recording.entries).containsAll(acknowledged);
        assertThat(recording.entries.size())
                .isBetween(acknowledged.size(), acknowledged.size() + 1);
        return failed;
    }
}
