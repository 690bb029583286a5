// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests whether a write was sent and acknowledged after a given moment. */
class LedgerTailTest {
    @TempDir Path directory;
    private Ledger ledger;
    private List<LedgerLog> logs;

    @BeforeEach
    void begin() throws IOException {
        ledger = Ledger.open(directory, LedgerShape.ofKeys(9));
        logs = ledger.beginRun(2);
        logs.get(0).attempt(0, 1);
        logs.get(0).acknowledge(0, 1);
        logs.get(0).attempt(2, 1);
        logs.get(1).attempt(1, 1);
    }

    @AfterEach
    void end() throws IOException {
        for (LedgerLog log : logs) log.close();
        ledger.close();
    }

    @Test
    void anAcknowledgementOfAnEarlierAttemptIsNone() throws IOException {
        LedgerTail tail = LedgerTail.at(directory);
        assertThat(tail.holdsAWrite()).isFalse();
        logs.get(0).acknowledge(2, 1);
        logs.get(1).acknowledge(1, 1);
        assertThat(tail.holdsAWrite()).isFalse();
    }

    @Test
    void anAttemptOfAnotherThreadIsNotAcknowledgedByThat() throws IOException {
        LedgerTail tail = LedgerTail.at(directory);
        logs.get(0).acknowledge(2, 1);
        logs.get(1).attempt(1, 2);
        assertThat(tail.holdsAWrite()).isFalse();
    }

    @Test
    void whatAReaderSawIsNone() throws IOException {
        LedgerTail tail = LedgerTail.at(directory);
        try (LedgerLog reader = ledger.beginRun(1).get(0)) {
            reader.see(0, 1);
        }
        assertThat(tail.holdsAWrite()).isFalse();
    }

    @Test
    void anAttemptThatIsAcknowledgedIsOne() throws IOException {
        LedgerTail tail = LedgerTail.at(directory);
        logs.get(0).acknowledge(2, 1);
        logs.get(0).attempt(0, 2);
        assertThat(tail.holdsAWrite()).isFalse();
        logs.get(0).acknowledge(0, 2);
        assertThat(tail.holdsAWrite()).isTrue();
    }
}
