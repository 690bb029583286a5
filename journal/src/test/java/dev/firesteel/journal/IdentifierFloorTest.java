// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.JournalFixture.append;
import static dev.firesteel.journal.JournalFixture.open;
import static dev.firesteel.journal.JournalFixture.options;
import static dev.firesteel.journal.JournalFixture.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IdentifierFloorTest {
    private static final long HIGHEST = JournalOptions.MAX_IDENTIFIER_FLOOR;

    private static JournalOptions from(long floor) {
        return new JournalOptions(JournalFixture.OWNER, 7, floor, 1, options(1).fullWait(), 3);
    }

    @Test
    void theHighestFloorLeavesAJournalThatOpensAgain() throws Exception {
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        for (int run = 1; run <= 2; run++)
            try (Journal journal = open(device, from(HIGHEST))) {
                journal.endRecovery();
                assertThat(append(journal, "of run " + run).segmentId()).isGreaterThan(HIGHEST);
                journal.roll(HIGHEST);
            }
        assertThat(read(device).texts()).containsExactly("of run 2");
    }

    /** The journal would be refused from then on: the format holds no such number. */
    @Test
    void oneAboveItIsRefused() throws Exception {
        assertThatThrownBy(() -> from(HIGHEST + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not " + (HIGHEST + 1));
        FaultyBlockDevice device = JournalFixture.file(8, 1);
        try (Journal journal = open(device)) {
            journal.endRecovery();
            assertThatThrownBy(() -> journal.roll(HIGHEST + 1))
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("above " + (HIGHEST + 1));
            append(journal, "a");
        }
        assertThat(read(device).texts()).containsExactly("a");
    }
}
