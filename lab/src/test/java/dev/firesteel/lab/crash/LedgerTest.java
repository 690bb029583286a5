// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    private static final LedgerShape SHAPE = LedgerShape.ofKeys(100);

    @TempDir Path directory;

    @Test
    void readsBackWhatItsThreadsWrote() throws Exception {
        writeRun(1, 2, 3);
        try (Ledger ledger = open()) {
            assertThat(ledger.attempts()).isEqualTo(3);
            assertThat(ledger.acknowledgements()).isEqualTo(2);
            assertThat(ledger.state().describe(2)).endsWith("acknowledged 1, attempted 1");
            assertThat(ledger.state().describe(3)).endsWith("acknowledged 0, attempted 1");
        }
    }

    /** A reader's log may hold a write that is read before its writer's log. */
    @Test
    void readsBackWhatReadersSaw() throws Exception {
        try (Ledger ledger = open()) {
            List<LedgerLog> logs = ledger.beginRun(2);
            logs.get(0).see(7, 1L << 40);
            logs.get(0).see(7, 1);
            logs.get(1).attempt(7, 1);
            for (LedgerLog log : logs) log.close();
        }
        try (Ledger ledger = open()) {
            assertThat(ledger.counts()).isEqualTo(new LedgerCounts(1, 0, 2, 1));
            assertThat(ledger.state().isSeenAndGone(7, (1L << 40) - 1)).isTrue();
            assertThat(ledger.state().isSeenAndGone(7, 1L << 40)).isFalse();
        }
        settleWithout(7);
        try (Ledger ledger = open()) {
            assertThat(ledger.counts()).isEqualTo(new LedgerCounts(0, 0, 0, 0));
            assertThat(ledger.state().isSeenAndGone(7, 0)).isFalse();
        }
    }

    @Test
    void readsBackWhatAllReplicasAcknowledged() throws Exception {
        try (Ledger ledger = open();
                LedgerLog log = ledger.beginRun(1).get(0)) {
            for (long seq = 1; seq <= 3; seq++) {
                log.attempt(7, seq);
                if (seq == 2) log.acknowledgeByAll(7, seq);
                else log.acknowledge(7, seq);
            }
        }
        try (Ledger ledger = open()) {
            assertThat(ledger.counts()).isEqualTo(new LedgerCounts(3, 3, 0, 0));
            assertThat(ledger.state().everywhere(7)).isEqualTo(2);
            assertThat(ledger.state().describe(7))
                    .endsWith("acknowledged by all 2, acknowledged 3, attempted 3");
        }
        settleWithout(7);
        try (Ledger ledger = open()) {
            assertThat(ledger.state().everywhere(7)).isZero();
        }
    }

    @Test
    void goesOnWithTheNumbersOfTheRunBefore() throws Exception {
        writeRun(1, 2, 3);
        writeRun(2, 3, 4);
        try (Ledger ledger = open()) {
            assertThat(ledger.state().attempted(2)).isEqualTo(2);
            assertThat(ledger.attempts()).isEqualTo(6);
        }
    }

    /** The process can be killed at any byte. */
    @Test
    void readsEveryWholeEntryOfALogThatWasCutShort() throws Exception {
        writeRun(1, 2, 3);
        Path log = directory.resolve("run-1-0.log");
        byte[] whole = Files.readAllBytes(log);
        assertThat(whole).hasSize(5 * LedgerLog.ENTRY_BYTES);
        for (int length = whole.length; length >= 0; length--) {
            Files.write(log, Arrays.copyOf(whole, length));
            try (Ledger ledger = open()) {
                assertThat(ledger.attempts() + ledger.acknowledgements())
                        .isEqualTo(length / LedgerLog.ENTRY_BYTES);
            }
        }
    }

    @Test
    void refusesALogWithAFlippedBit() throws Exception {
        writeRun(1, 2, 3);
        Path log = directory.resolve("run-1-0.log");
        byte[] whole = Files.readAllBytes(log);
        for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Files.write(log, flipped);
            assertThatThrownBy(this::open)
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("run-1-0.log is damaged");
        }
    }

    @Test
    void settlesIntoACheckpointThatTheNextOpenReads() throws Exception {
        writeRun(1, 2, 3);
        settleWithout(3);
        writeRun(3);
        try (Ledger ledger = open()) {
            assertThat(ledger.attempts()).isEqualTo(1);
            assertThat(ledger.state().judge(2, 1)).isEqualTo(KeyVerdict.KEPT);
            assertThat(ledger.state().judge(2, 0)).isEqualTo(KeyVerdict.LOST);
            assertThat(ledger.state().judge(3, 1)).isEqualTo(KeyVerdict.PHANTOM);
            assertThat(ledger.state().judge(3, 2)).isEqualTo(KeyVerdict.KEPT);
        }
        assertThat(directory.resolve("run-1-0.log")).doesNotExist();
    }

    /** A kill comes between the checkpoint and the deletion of the logs that it closes. */
    @Test
    void doesNotCountALogThatACheckpointHasClosed() throws Exception {
        writeRun(1, 2, 3);
        byte[] log = Files.readAllBytes(directory.resolve("run-1-0.log"));
        settleWithout(3);
        Files.write(directory.resolve("run-1-0.log"), log);
        try (Ledger ledger = open()) {
            assertThat(ledger.attempts()).isZero();
            assertThat(ledger.state().judge(3, 1)).isEqualTo(KeyVerdict.PHANTOM);
        }
    }

    /** A kill comes before the new checkpoint is in place. */
    @Test
    void ignoresACheckpointThatWasNotFinished() throws Exception {
        writeRun(1, 2, 3);
        Files.write(directory.resolve("checkpoint.next"), new byte[100]);
        try (Ledger ledger = open()) {
            assertThat(ledger.attempts()).isEqualTo(3);
        }
        settleWithout(3);
        try (Ledger ledger = open()) {
            assertThat(ledger.attempts()).isZero();
        }
    }

    @Test
    void refusesACheckpointWithAFlippedBit() throws Exception {
        writeRun(1, 2, 3);
        settleWithout(3);
        Path checkpoint = directory.resolve("checkpoint");
        byte[] whole = Files.readAllBytes(checkpoint);
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 4;
            Files.write(checkpoint, flipped);
            assertThatThrownBy(this::open)
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("checkpoint is damaged");
        }
    }

    @Test
    void refusesToBeOpenTwice() throws Exception {
        try (Ledger ledger = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(LedgerException.class)
                    .hasMessageContaining("is in use");
            assertThat(ledger.attempts()).isZero();
        }
        open().close();
    }

    @Test
    void refusesAnotherShape() throws Exception {
        open().close();
        assertThatThrownBy(() -> Ledger.open(directory, LedgerShape.ofKeys(101)))
                .isInstanceOf(LedgerException.class)
                .hasMessageContaining("begun with --keys 100 and");
        open().close();
    }

    private Ledger open() throws IOException {
        return Ledger.open(directory, SHAPE);
    }

    /** Writes one attempt on each key; the last is not acknowledged. */
    private void writeRun(int... keys) throws IOException {
        try (Ledger ledger = open()) {
            List<LedgerLog> logs = ledger.beginRun(1);
            try (LedgerLog log = logs.get(0)) {
                for (int i = 0; i < keys.length; i++) {
                    long seq = ledger.state().attempted(keys[i]) + 1;
                    log.attempt(keys[i], seq);
                    if (i < keys.length - 1) log.acknowledge(keys[i], seq);
                }
            }
        }
    }

    /** Settles as after a scan that read every key's last attempt, except one key without a row. */
    private void settleWithout(int missing) throws IOException {
        try (Ledger ledger = open()) {
            for (int key = 0; key < SHAPE.keys(); key++)
                ledger.state().settle(key, key == missing ? 0 : ledger.state().attempted(key));
            ledger.settle();
        }
    }
}
