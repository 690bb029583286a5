// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.journal.JournalException;
import dev.firesteel.lab.TestJournal;
import dev.firesteel.lab.fault.FaultSchedule;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.Faults;
import dev.firesteel.lab.fault.ScratchDisks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs faults that need more than a kill, once each; long campaigns are commands. */
class FaultsIT {
    private static final Path AGENT = Path.of("..", "agent", "target", "firesteel-agent.jar");
    private static final long SEED = 4712;

    @TempDir Path directory;
    private final List<CycleResult> results = new ArrayList<>();

    @Test
    @Tag("full")
    void nothingIsLostBehindAHole() throws Exception {
        losesNothing("hole");
        assertThat(results)
                .extracting(CycleResult::effect)
                .containsExactly("one record was overtaken");
    }

    /** After the pause, the node must serve clients again. */
    @Test
    @Tag("full")
    void nothingIsLostWithDamageNorAfterAPause() throws Exception {
        losesNothing("damage", "pause");
    }

    private void losesNothing(String... faults) throws Exception {
        CampaignSummary summary = campaign(AGENT, faults).run();
        assertThat(summary.isClean()).as("%s", results).isTrue();
        assertThat(results).hasSize(faults.length).allMatch(CycleResult::isStruck);
        assertThat(summary.faults()).hasSize(faults.length).allMatch(fault -> fault.kills() == 1);
    }

    /**
     * Positive control: the campaign must detect a build with the flaw of the paper's code. If all
     * clients wait for the stopped record, no other write can overtake it, and the next kill must.
     */
    @Test
    @Tag("full")
    void aReplayThatStopsAtTheFirstHoleIsFoundOut() throws Exception {
        CampaignSummary summary =
                campaign(4, MutantAgent.STOPS_AT_THE_FIRST_HOLE.jar(directory), "hole").run();
        assertThat(summary.lost()).as("%s", results).isPositive();
        assertThat(summary.isClean()).isFalse();
        CycleResult last = results.get(results.size() - 1);
        assertThat(last.isStruck()).isTrue();
        assertThat(last.findings()).anyMatch(finding -> finding.startsWith("lost"));
    }

    private CrashCampaign campaign(Path agent, String... faults) throws JournalException {
        return campaign(faults.length, agent, faults);
    }

    private CrashCampaign campaign(int kills, Path agent, String... faults)
            throws JournalException {
        Path journal = directory.resolve("journal");
        TestJournal.inFile(journal);
        CampaignSettings settings =
                new CampaignSettings(
                        directory.resolve("campaign"),
                        kills,
                        SEED,
                        LedgerLoad.ofRows(LedgerShape.ofKeys(20_000), 32, 8, 1),
                        100,
                        1_000,
                        "127.0.12.9",
                        "512M");
        return new CrashCampaign(
                settings,
                List.of(new FiresteelTarget(agent, journal)),
                FaultSchedule.of(Faults.of(List.of(faults))),
                new FaultTargets(journal, ScratchDisks.none()),
                BeforeRestart.NONE,
                results::add,
                System::nanoTime);
    }
}
