// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.firesteel.lab.fault.FindingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a node that answers only after some tries. */
class VerificationTest {
    private static final LedgerShape SHAPE = new LedgerShape(2, 1, 13);
    private static final LedgerRow RIGHT = row(0, 0);
    private static final LedgerRow CORRUPTED = row(0, 1);
    private static final LedgerRow PHANTOM = row(1, 1);

    @TempDir Path directory;
    private Ledger ledger;

    /** Writes one row, the correct one. */
    @BeforeEach
    void begin() throws IOException {
        ledger = Ledger.open(directory, SHAPE);
        try (LedgerLog log = ledger.beginRun(1).get(0)) {
            log.attempt(0, 1);
            log.acknowledge(0, 1);
        }
        ledger.close();
        ledger = Ledger.open(directory, SHAPE);
    }

    @AfterEach
    void end() throws IOException {
        ledger.close();
    }

    @Test
    void aReadingThatFailsIsTriedAgain() throws Exception {
        assertThat(verify(List.of(List.of(), List.of(RIGHT))).isClean()).isTrue();
        assertThat(ledger.attempts()).isZero();
    }

    @Test
    void whatWasFoundInAReadingThatFailedIsNotForgotten() throws Exception {
        Verdict verdict = verify(List.of(List.of(CORRUPTED, PHANTOM), List.of(RIGHT)));
        assertThat(verdict.corrupted()).isEqualTo(1);
        assertThat(verdict.phantom()).isEqualTo(1);
        assertThat(verdict.lost()).isZero();
        assertThat(verdict.findings()).hasSize(2);
        assertThat(ledger.attempts()).as("not settled").isEqualTo(1);
    }

    @Test
    void whatWasFoundTwiceCountsOnce() throws Exception {
        assertThat(verify(List.of(List.of(CORRUPTED), List.of(CORRUPTED))).corrupted())
                .isEqualTo(1);
    }

    /** A write on one replica of three: a read of all of them finds it, and repairs it. */
    @Test
    void whatAQuorumMissesIsLostThoughAReplicaHasIt() throws Exception {
        Verdict verdict =
                new Verification(ledger, 1).verify(ofEach -> {}, ofAll -> ofAll.scanned(RIGHT));
        assertThat(verdict.lost()).isEqualTo(1);
        assertThat(verdict.rows()).as("not read from all: that would repair it").isZero();
        assertThat(ledger.attempts()).as("not settled").isEqualTo(1);
    }

    @Test
    void whatWasFoundIsToldIfNoReadingSucceeds() {
        assertThatThrownBy(() -> verify(List.of(List.of(PHANTOM), List.of(), List.of(), List.of())))
                .isInstanceOf(FindingException.class)
                .hasMessageContainingAll("cannot be read", "phantom: key 1");
    }

    /**
     * Verifies with readings that all fail after they have returned their rows, except the last.
     */
    private Verdict verify(List<List<LedgerRow>> readings) throws IOException {
        Queue<List<LedgerRow>> left = new ArrayDeque<>(readings);
        return new Verification(ledger, 1)
                .verify(
                        verifier -> {
                            left.remove().forEach(verifier::scanned);
                            if (!left.isEmpty()) throw new DriverTimeoutException("too slow");
                        });
    }

    private static LedgerRow row(long key, int contentOfKey) {
        return new LedgerRow(
                key,
                1,
                LedgerTable.timestamp(1),
                List.of(new RowContent(SHAPE).field(contentOfKey, 1, 0)));
    }
}
