// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.JsonLine;
import dev.firesteel.lab.fault.ReplayState;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CampaignSummaryTest {
    private static final LedgerCounts COUNTS = new LedgerCounts(10, 9, 6, 1);
    private static final Verdict CLEAN = Verdict.ofRows(8, 0, 0, 0, 0, List.of());

    @Test
    void countsHowFarReplaysWereWhenStartUpsWereKilled() {
        CampaignSummary summary =
                CampaignSummary.of(
                        "firesteel",
                        1,
                        1,
                        3,
                        List.of(
                                result(null),
                                result(ReplayState.AHEAD),
                                result(ReplayState.RUNNING),
                                result(ReplayState.RUNNING),
                                result(ReplayState.OVER)));
        assertThat(summary.kills()).isEqualTo(5);
        assertThat(summary.startUpKills()).isEqualTo(4);
        assertThat(summary.cutReplays()).isEqualTo(3);
        assertThat(summary.inReplay()).isEqualTo(2);
        assertThat(summary.inReplayUnknown()).isZero();
        assertThat(JsonLine.of(summary))
                .contains(
                        "\"startUpKills\":4,\"cutReplays\":3,\"inReplay\":2,\"inReplayUnknown\":0");
    }

    /** A newer program may continue a campaign. */
    @Test
    void saysOfHowManyOlderResultsItIsNotKnown() throws IOException {
        CycleResult old = JsonLine.read(OldResults.KILL, CycleResult.class);
        CampaignSummary summary =
                CampaignSummary.of("firesteel", 1, 1, 3, List.of(old, result(ReplayState.RUNNING)));
        assertThat(summary.cutReplays()).isEqualTo(2);
        assertThat(summary.inReplay()).isEqualTo(1);
        assertThat(summary.inReplayUnknown()).isEqualTo(1);
    }

    /** A kill that the fault missed proves no more than a plain kill. */
    @Test
    void countsHowOftenAFaultStruck() throws IOException {
        CycleResult old = JsonLine.read(OldResults.KILL, CycleResult.class);
        CampaignSummary summary =
                CampaignSummary.of(
                        "firesteel",
                        1,
                        1,
                        3,
                        List.of(old, struck(true), struck(false), struck(true)));
        assertThat(summary.faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.kills()).isEqualTo(4))
                .satisfies(fault -> assertThat(fault.struck()).isEqualTo(2))
                .satisfies(fault -> assertThat(fault.struckUnknown()).isEqualTo(1));
        assertThat(JsonLine.of(summary)).contains("\"kills\":4,\"struck\":2,\"struckUnknown\":1");
    }

    @Test
    void isNotCleanIfAFaultNeverStruck() {
        CycleResult miss = struck(false);
        CampaignSummary few = CampaignSummary.of("firesteel", 1, 1, 3, List.of(miss, miss));
        assertThat(few.isClean()).isTrue();
        CampaignSummary vain = CampaignSummary.of("firesteel", 1, 1, 3, List.of(miss, miss, miss));
        assertThat(vain.isClean()).isFalse();
        assertThat(vain.faultsInVain()).containsExactly("replay");
        CampaignSummary once =
                CampaignSummary.of("firesteel", 1, 1, 3, List.of(miss, miss, miss, struck(true)));
        assertThat(once.isClean()).isTrue();
    }

    /** The loss of a value that was seen is as bad as that of an acknowledged one. */
    @Test
    void isNotCleanIfAValueIsGoneThatWasSeen() {
        Verdict gone = Verdict.ofRows(8, 0, 2, 0, 0, List.of("seen and gone: key 5"));
        CycleResult kill = CycleResult.of("firesteel", 1, kill(true, null), COUNTS, gone, 4.5);
        CampaignSummary summary =
                CampaignSummary.of("firesteel", 1, 1, 3, List.of(struck(true), kill));
        assertThat(kill.isClean()).isFalse();
        assertThat(summary.isClean()).isFalse();
        assertThat(summary.seenAndGone()).isEqualTo(2);
        assertThat(JsonLine.of(summary))
                .contains(
                        "\"readers\":3",
                        "\"seen\":12,\"seenUnacknowledged\":2",
                        "\"seenAndGone\":2");
    }

    @Test
    void isNotCleanIfReadersSawNothing() {
        LedgerCounts nothing = new LedgerCounts(10, 9, 0, 0);
        List<CycleResult> kills =
                List.of(CycleResult.of("firesteel", 1, kill(true, null), nothing, CLEAN, 4.5));
        assertThat(CampaignSummary.of("firesteel", 1, 1, 3, kills).isClean()).isFalse();
        assertThat(CampaignSummary.of("firesteel", 1, 1, 0, kills).isClean()).isTrue();
    }

    private static CycleResult struck(boolean struck) {
        return CycleResult.of("firesteel", 1, kill(struck, null), COUNTS, CLEAN, 4.5);
    }

    @Test
    void aResultIsReadAsItWasWritten() throws IOException {
        for (ReplayState replay : ReplayState.values()) {
            CycleResult written = result(replay);
            assertThat(JsonLine.read(JsonLine.of(written), CycleResult.class)).isEqualTo(written);
        }
    }

    private static CycleResult result(@Nullable ReplayState replay) {
        return CycleResult.of("firesteel", 1, kill(true, replay), COUNTS, CLEAN, 4.5);
    }

    private static Kill kill(boolean struck, @Nullable ReplayState replay) {
        return new Kill(1, 7, "replay", "", struck, 0, 2.5, replay != null, 3.5, replay);
    }
}
