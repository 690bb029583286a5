// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static dev.firesteel.journal.SealDecision.Confirmation.END;
import static dev.firesteel.journal.SealDecision.Confirmation.HEARTBEAT;
import static dev.firesteel.journal.SealDecision.Confirmation.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.SealDecision.Confirmation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the rows of the decision's table, and that they decide every case. */
class SealDecisionTest {
    private static final boolean[] BOTH = {false, true};

    @Test
    void confirmsOnlyWhatIsDueAndNeverBehindAnEndRecord() {
        for (boolean isDue : BOTH)
            for (boolean isEnded : BOTH)
                for (boolean isEndWanted : BOTH)
                    for (boolean hasRoom : BOTH) {
                        Confirmation expected;
                        if (!isDue || isEnded) expected = NONE;
                        else if (isEndWanted) expected = END;
                        else expected = hasRoom ? HEARTBEAT : END;
                        assertThat(Confirmation.of(isDue, isEnded, isEndWanted, hasRoom))
                                .isEqualTo(expected);
                    }
    }

    /** An entry has a prefix of four bytes. */
    @ParameterizedTest
    @CsvSource({
        // room, wanted, to be left, full, takes a segment
        "0, 0, false, true, true",
        "4, 0, false, true, true",
        "5, 0, false, false, false",
        "5, 1, false, false, false",
        "5, 2, false, false, true",
        "5, 0, true, false, true",
        "4000, 3996, false, false, false",
        "4000, 3997, false, false, true",
        "4000, 3996, true, false, true",
        "0, 9, true, true, true",
    })
    void leavesASegmentWithoutRoom(
            int room, int wanted, boolean isToBeLeft, boolean isFull, boolean takesSegment) {
        for (Confirmation each : new Confirmation[] {NONE, HEARTBEAT})
            assertThat(SealDecision.of(each, room, wanted, isToBeLeft))
                    .isEqualTo(new SealDecision(isFull, takesSegment));
    }

    @Test
    void anEndRecordFillsItsSegmentAndTakesNoOther() {
        for (int room = 0; room < 10; room++)
            for (int wanted = 0; wanted < 10; wanted++)
                for (boolean isToBeLeft : BOTH)
                    assertThat(SealDecision.of(END, room, wanted, isToBeLeft))
                            .isEqualTo(new SealDecision(true, false));
    }

    /** A full segment is left if that is possible, and a segment is left for more room only. */
    @ParameterizedTest
    @EnumSource(
            value = Confirmation.class,
            names = {"NONE", "HEARTBEAT"})
    void decidesEveryCase(Confirmation confirmation) {
        for (int room = 0; room < 20; room++)
            for (int wanted = 0; wanted < 20; wanted++)
                for (boolean isToBeLeft : BOTH) {
                    SealDecision decision = SealDecision.of(confirmation, room, wanted, isToBeLeft);
                    assertThat(decision.isFull()).isEqualTo(room < 5);
                    assertThat(decision.takesSegment())
                            .isEqualTo(room < 5 || room < 4 + wanted || isToBeLeft);
                }
    }
}
