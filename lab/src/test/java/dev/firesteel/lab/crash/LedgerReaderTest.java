// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a client that reads the keys being written. */
class LedgerReaderTest {
    private static final LedgerShape SHAPE = LedgerShape.ofKeys(100);

    @TempDir Path directory;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final SplittableRandom random = new SplittableRandom(1);
    private final KeysInFlight keys = new KeysInFlight(1);

    @Test
    void notesEachValueThatItSeesAndNothingElse() throws Exception {
        List<Long> read = new ArrayList<>();
        keys.set(0, 40);
        AtomicInteger seen = new AtomicInteger();
        try (Ledger ledger = Ledger.open(directory, SHAPE)) {
            LedgerLog log = ledger.beginRun(1).get(0);
            new LedgerReader(
                            key -> answer(read, key),
                            log,
                            () -> keys.any(random),
                            seen::incrementAndGet,
                            stopping)
                    .call();
        }
        assertThat(seen).hasValue(2);
        assertThat(read).containsExactly(40L, 40L, 40L, 40L);
        try (Ledger ledger = Ledger.open(directory, SHAPE)) {
            assertThat(ledger.counts()).isEqualTo(new LedgerCounts(0, 0, 2, 1));
            assertThat(ledger.state().isSeenAndGone(40, 6)).isTrue();
            assertThat(ledger.state().isSeenAndGone(40, 7)).isFalse();
        }
    }

    /** Returns no row, then a row, then fails, then returns a newer row. */
    private Optional<LedgerRow> answer(List<Long> read, long key) {
        read.add(key);
        return switch (read.size()) {
            case 1 -> Optional.empty();
            case 2 -> Optional.of(row(key, 6));
            case 3 -> throw new DriverTimeoutException("too slow");
            default -> {
                stopping.set(true);
                yield Optional.of(row(key, 7));
            }
        };
    }

    /** Otherwise a reader would see nothing that a crash could undo. */
    @Test
    void readsTheKeysThatWritersAreWriting() {
        KeysInFlight four = new KeysInFlight(4);
        for (int writer = 0; writer < 4; writer++) four.set(writer, 50 + writer);
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < 100; i++) chosen.add(four.any(random));
        assertThat(chosen).containsOnly(50, 51, 52, 53);
    }

    private static LedgerRow row(long key, long seq) {
        return new LedgerRow(key, seq, LedgerTable.timestamp(seq), List.of());
    }
}
