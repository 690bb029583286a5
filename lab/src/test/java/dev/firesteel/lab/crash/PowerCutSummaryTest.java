// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static dev.firesteel.lab.crash.PowerCuts.OTHER_SECTORS;
import static dev.firesteel.lab.crash.PowerCuts.TELLABLE;
import static dev.firesteel.lab.crash.PowerCuts.UNTELLABLE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.drive.LostRecords;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the judgement of a campaign of power cuts. */
class PowerCutSummaryTest {
    private static final NodeDrives LYING = drives(64);
    private static final NodeDrives HONEST = drives(0);

    @Test
    void tellsHowManyCutsThatLostAPromisedRecordWereReported() {
        PowerCutSummary summary =
                summary(
                        LYING,
                        PowerCuts.lying(TELLABLE, true, 9),
                        PowerCuts.lying(TELLABLE, true, 0),
                        PowerCuts.lying(UNTELLABLE, false, 4),
                        PowerCuts.lying(OTHER_SECTORS, true, 0),
                        PowerCuts.lying(LostRecords.NONE, false, 0));
        assertThat(summary.cuts()).isEqualTo(5);
        assertThat(summary.promisedRecordsLost()).isEqualTo(8);
        assertThat(summary.tellable()).isEqualTo(2);
        assertThat(summary.lossyCuts()).isEqualTo(3);
        assertThat(summary.lossyCutsReported()).isEqualTo(2);
        assertThat(summary.tellableCuts()).isEqualTo(2);
        assertThat(summary.tellableCutsReported()).isEqualTo(2);
        assertThat(summary.reported()).isEqualTo(3);
        assertThat(summary.untold()).isEqualTo(1);
        assertThat(summary.lost()).isEqualTo(13);
        assertThat(summary.lostReported()).isEqualTo(9);
        assertThat(summary.falseAlarms()).isZero();
        assertThat(summary.isClean()).isTrue();
    }

    @Test
    void isNotCleanAfterAFalseAlarm() {
        PowerCutSummary summary =
                summary(
                        LYING,
                        PowerCuts.lying(TELLABLE, true, 9),
                        PowerCuts.lying(LostRecords.NONE, true, 0));
        assertThat(summary.falseAlarms()).isEqualTo(1);
        assertThat(summary.isClean()).isFalse();
        assertThat(JsonLine.of(summary)).contains("\"falseAlarms\":1", "\"tellable\":1");
    }

    @Test
    void isNotCleanAfterASilentLoss() {
        PowerCutSummary summary = summary(LYING, PowerCuts.lying(TELLABLE, false, 1));
        assertThat(summary.silent()).isEqualTo(1);
        assertThat(summary.isClean()).isFalse();
    }

    @Test
    void isNotCleanIfKeysAreGoneThatTheDriveHadKept() {
        PowerCutSummary summary = summary(LYING, PowerCuts.lying(LostRecords.NONE, false, 1));
        assertThat(summary.silent()).isEqualTo(1);
        assertThat(summary.untold()).isZero();
        assertThat(summary.isClean()).isFalse();
    }

    @Test
    void isNotCleanIfAReportIsFollowedByARowThatNobodyWrote() {
        Verdict phantom = Verdict.ofRows(100, 0, 0, 1, 0, List.of());
        assertThat(summary(LYING, PowerCuts.cut(true, TELLABLE, true, phantom)).isClean())
                .isFalse();
    }

    @Test
    void isNotCleanIfAnHonestDriveLeavesAnythingLostOrReported() {
        assertThat(summary(HONEST, PowerCuts.honest(false, 0)).isClean()).isTrue();
        assertThat(summary(HONEST, PowerCuts.honest(false, 1)).isClean()).isFalse();
        assertThat(summary(HONEST, PowerCuts.honest(true, 0)).isClean()).isFalse();
        assertThat(summary(HONEST, PowerCuts.honest(true, 1)).isClean()).isFalse();
    }

    @Test
    void isNotCleanIfAValueIsGoneThatWasSeen() {
        PowerCutSummary summary =
                summary(
                        HONEST,
                        PowerCuts.honest(false, 0),
                        PowerCuts.gone(false, LostRecords.NONE, 2));
        assertThat(summary.isClean()).isFalse();
        assertThat(JsonLine.of(summary))
                .contains("\"seen\":1600,\"seenUnacknowledged\":10", "\"seenAndGone\":2,");
    }

    @Test
    void isNotCleanIfNothingWasAcknowledged() {
        assertThat(summary(HONEST).isClean()).isFalse();
    }

    private static PowerCutSummary summary(NodeDrives drives, PowerCutResult... cuts) {
        LedgerLoad load = LedgerLoad.ofRows(LedgerShape.ofKeys(9), 3, 3, 1);
        PoweredNode node = new PoweredNode(drives, new StockTarget(StockTarget.BATCH), "127.0.0.1");
        PowerCutSettings settings =
                new PowerCutSettings(
                        Path.of("campaign"), 5, 5, List.of(node), load, 1_000, "512M", Set.of());
        return PowerCutSummary.of(settings, List.of(cuts));
    }

    private static NodeDrives drives(int volatileWrites) {
        return new NodeDrives(
                Path.of("drives"), NodeDrives.Kind.RAW, volatileWrites, 1 << 20, null);
    }
}
