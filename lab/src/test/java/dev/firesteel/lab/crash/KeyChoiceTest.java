// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyChoiceTest {
    private static final int KEYS = 103;
    private static final int THREADS = 4;

    @Test
    void sharesTheKeysOutSoThatEachHasOneWriter() throws Exception {
        LedgerState state = new LedgerState(KEYS);
        Set<Integer> all = new HashSet<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Set<Integer> own = write(state, new KeyChoice(state, thread, THREADS, 0.5, 7), 2_000);
            assertThat(all).doesNotContainAnyElementsOf(own);
            all.addAll(own);
        }
        assertThat(all).hasSize(KEYS);
    }

    @Test
    void mixesInsertsWithUpdates() throws Exception {
        LedgerState state = new LedgerState(10_000);
        Set<Integer> keys = write(state, new KeyChoice(state, 0, 1, 0.3, 7), 10_000);
        assertThat(keys.size()).isBetween(2_700, 3_300);
    }

    @Test
    void updatesWhenEveryKeyHasARow() throws Exception {
        LedgerState state = new LedgerState(8);
        for (int key = 0; key < 8; key++) state.attempt(key, 1);
        Set<Integer> keys = write(state, new KeyChoice(state, 1, 2, 1, 7), 200);
        assertThat(keys).containsExactlyInAnyOrder(1, 3, 5, 7);
    }

    @Test
    void choosesTheSameForTheSameSeed() throws Exception {
        LedgerState one = new LedgerState(KEYS);
        LedgerState two = new LedgerState(KEYS);
        KeyChoice first = new KeyChoice(one, 0, 1, 0.5, 42);
        KeyChoice second = new KeyChoice(two, 0, 1, 0.5, 42);
        for (int i = 0; i < 1_000; i++) {
            int key = first.next();
            assertThat(second.next()).isEqualTo(key);
            one.attempt(key, one.attempted(key) + 1);
            two.attempt(key, two.attempted(key) + 1);
        }
    }

    private static Set<Integer> write(LedgerState state, KeyChoice choice, int times)
            throws Exception {
        Set<Integer> keys = new HashSet<>();
        for (int i = 0; i < times; i++) {
            int key = choice.next();
            state.attempt(key, state.attempted(key) + 1);
            keys.add(key);
        }
        return keys;
    }
}
