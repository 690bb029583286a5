// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static dev.firesteel.lab.crash.PowerCuts.OTHER_SECTORS;
import static dev.firesteel.lab.crash.PowerCuts.TELLABLE;
import static dev.firesteel.lab.crash.PowerCuts.UNTELLABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.drive.LostRecords;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the judgement of a power cut. */
class PowerCutResultTest {
    private static final Verdict PHANTOM = Verdict.ofRows(100, 0, 0, 1, 0, List.of());
    private static final Verdict CORRUPTED = Verdict.ofRows(100, 0, 0, 0, 1, List.of());

    @Test
    void isWholeIfNothingWasLostNorReported() {
        assertThat(PowerCuts.honest(false, 0).isWhole()).isTrue();
        assertThat(PowerCuts.lying(LostRecords.NONE, false, 0).isWhole()).isTrue();
        assertThat(PowerCuts.lying(UNTELLABLE, false, 0).isWhole()).isTrue();
    }

    @Test
    void isNotCleanIfAnHonestDriveLeavesAnythingLostOrReported() {
        assertThat(PowerCuts.honest(false, 1).isClean()).isFalse();
        assertThat(PowerCuts.honest(false, 1).isSilent()).isTrue();
        assertThat(PowerCuts.honest(true, 0).isClean()).isFalse();
        assertThat(PowerCuts.honest(true, 0).isFalseAlarm()).isTrue();
        assertThat(PowerCuts.honest(true, 1).isClean()).isFalse();
    }

    /** A value that a reader saw had to be durable, acknowledged or not. */
    @Test
    void isSilentIfAValueIsGoneThatWasSeen() {
        assertThat(PowerCuts.gone(false, LostRecords.NONE, 1).isSilent()).isTrue();
        assertThat(PowerCuts.gone(false, LostRecords.NONE, 1).isClean()).isFalse();
        assertThat(PowerCuts.gone(true, LostRecords.NONE, 1).isSilent()).isTrue();
        assertThat(PowerCuts.gone(true, UNTELLABLE, 20).isUntold()).isTrue();
        assertThat(PowerCuts.gone(true, UNTELLABLE, 20).isWhole()).isFalse();
        assertThat(PowerCuts.gone(true, UNTELLABLE, 21).isSilent()).isTrue();
    }

    @Test
    void isCleanButNotWholeIfTheLossWasReported() {
        PowerCutResult cut = PowerCuts.lying(TELLABLE, true, 9);
        assertThat(cut.isClean()).isTrue();
        assertThat(cut.isWhole()).isFalse();
        assertThat(cut.isSilent()).isFalse();
        assertThat(cut.isUntold()).isFalse();
        assertThat(cut.isFalseAlarm()).isFalse();
    }

    /** The lost rows are in SSTables, or were written again. */
    @Test
    void isCleanButNotWholeIfLostRecordsWereReportedAndEveryRowIsThere() {
        assertThat(PowerCuts.lying(TELLABLE, true, 0).isClean()).isTrue();
        assertThat(PowerCuts.lying(TELLABLE, true, 0).isWhole()).isFalse();
    }

    @Test
    void isSilentIfALossThatCouldBeToldWasNotReported() {
        PowerCutResult cut = PowerCuts.lying(TELLABLE, false, 9);
        assertThat(cut.isSilent()).isTrue();
        assertThat(cut.isClean()).isFalse();
    }

    @Test
    void isUntoldIfNothingWasLeftThatTells() {
        PowerCutResult cut = PowerCuts.lying(UNTELLABLE, false, 9);
        assertThat(cut.isUntold()).isTrue();
        assertThat(cut.isClean()).isTrue();
        assertThat(cut.isWhole()).isFalse();
    }

    @Test
    void isSilentIfMoreIsGoneThanTheDriveHasLost() {
        assertThat(PowerCuts.lying(UNTELLABLE, false, 20).isUntold()).isTrue();
        PowerCutResult cut = PowerCuts.lying(UNTELLABLE, false, 21);
        assertThat(cut.isUntold()).isFalse();
        assertThat(cut.isSilent()).isTrue();
        assertThat(cut.isClean()).isFalse();
    }

    @Test
    void isSilentIfTheDriveHadKeptItsPromises() {
        PowerCutResult cut = PowerCuts.lying(LostRecords.NONE, false, 1);
        assertThat(cut.isSilent()).isTrue();
        assertThat(cut.isUntold()).isFalse();
        assertThat(cut.isClean()).isFalse();
    }

    /**
     * Without bookkeeping a journal may not know which records are lost, but must report the loss.
     */
    @Test
    void isSilentIfTheDriveHadLostNoRecordInWhichTheKeysCanHaveBeen() {
        PowerCutResult cut = PowerCuts.lying(OTHER_SECTORS, false, 1);
        assertThat(cut.isSilent()).isTrue();
        assertThat(cut.isUntold()).isFalse();
        assertThat(cut.isClean()).isFalse();
    }

    /** A stock log has no records of the journal: any sector may have held the lost rows. */
    @Test
    void isUntoldIfTheDriveOfAStockNodeHasLostAnySector() {
        assertThat(PowerCuts.stock(OTHER_SECTORS, 1).isUntold()).isTrue();
        assertThat(PowerCuts.stock(OTHER_SECTORS, 1).isClean()).isTrue();
        assertThat(PowerCuts.stock(LostRecords.NONE, 1).isSilent()).isTrue();
    }

    @Test
    void isAFalseAlarmIfTheDriveHadKeptItsPromises() {
        PowerCutResult cut = PowerCuts.lying(LostRecords.NONE, true, 0);
        assertThat(cut.isFalseAlarm()).isTrue();
        assertThat(cut.isClean()).isFalse();
        assertThat(PowerCuts.lying(LostRecords.NONE, true, 9).isClean()).isFalse();
    }

    /** Lost sectors may be the end of a segment, bookkeeping, or structures of a file system. */
    @Test
    void isNoFalseAlarmIfSomethingElseWasLostThanRecordsWithEntries() {
        PowerCutResult cut = PowerCuts.lying(OTHER_SECTORS, true, 0);
        assertThat(cut.isFalseAlarm()).isFalse();
        assertThat(cut.isClean()).isTrue();
    }

    @Test
    void isNotCleanIfAReportIsFollowedByARowThatNobodyWrote() {
        assertThat(PowerCuts.cut(true, TELLABLE, true, PHANTOM).isClean()).isFalse();
        assertThat(PowerCuts.cut(true, TELLABLE, true, CORRUPTED).isClean()).isFalse();
    }

    @Test
    void tellsInJsonWhichKeysWereLostAfterAReport() throws Exception {
        PowerCutResult reported = PowerCuts.lying(TELLABLE, true, 9);
        assertThat(JsonLine.of(reported))
                .contains("\"lost\":9", "\"lostReported\":9", "\"promisedSectorsLost\":7");
        assertThat(JsonLine.of(PowerCuts.lying(UNTELLABLE, false, 9)))
                .contains("\"lost\":9", "\"lostReported\":0");
        assertThat(JsonLine.read(JsonLine.of(reported), PowerCutResult.class)).isEqualTo(reported);
    }
}
