// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.lab.fault.FaultSchedule;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.Faults;
import dev.firesteel.lab.fault.ScratchDisks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the settings that must not change during a campaign. */
class CampaignTermsTest {
    @TempDir Path directory;

    @Test
    void areKeptOnceAndAskedForFromThenOn() throws IOException {
        CampaignTerms few = CampaignTerms.ofOptions(directory, "the faults kill");
        CampaignTerms more = CampaignTerms.ofOptions(directory, "the faults kill, hole");
        few.requireSame();
        more.requireSame();
        few.keep();
        more.keep();
        few.requireSame();
        assertThatThrownBy(more::requireSame)
                .isInstanceOf(CampaignException.class)
                .hasMessage(
                        """
                        %s holds a campaign with
                          the faults kill,
                        not with
                          the faults kill, hole.
                        Continue with those, or give another --data""",
                        directory);
    }

    /** The campaign is refused before a node starts. */
    @Test
    void ofACrashCampaignAreItsFaultsItsLoadAndItsNode() throws Exception {
        Files.writeString(
                directory.resolve("terms.txt"),
                "the faults kill, replay, loads of 1 to 20 ms by 4 threads and 2 readers, and a heap of 9M\n");
        requireOther("kill", 20, 4, 2, "9M");
        requireOther("kill,replay", 21, 4, 2, "9M");
        requireOther("kill,replay", 20, 5, 2, "9M");
        requireOther("kill,replay", 20, 4, 3, "9M");
        requireOther("kill,replay", 20, 4, 2, "10M");
        assertThatThrownBy(() -> campaign("kill,replay", 20, 4, 2, "9M").run())
                .hasMessageContaining("no agent");
    }

    /** Otherwise results of another build or drive would count for this one. */
    @Test
    void ofACrashCampaignAreItsJournalAndTheBuildOfTheAgentToo() throws Exception {
        Path agent = Files.writeString(directory.resolve("agent"), "a build");
        Path journal = directory.resolve("journal");
        new JournalFormat(9 << 20, 1 << 20, 28, 12).write(journal, (written, of) -> {});
        UUID id = JournalReader.inspect(journal).journalId();
        Path subject = directory.resolve("subject.txt");
        Files.writeString(subject, "the journal " + id + " and the agent 93e4e6b3d5e4\n");
        assertThatThrownBy(() -> campaign(agent, journal).run())
                .isInstanceOf(CampaignException.class)
                .hasMessageContainingAll(
                        "holds a campaign with",
                        "the journal " + id + " and the agent 93e4e6b3d5e4,",
                        "not with",
                        "the journal " + id + " and the agent ",
                        "Continue with those, or give another --data");
        Files.writeString(subject, "the journal " + id + " and the agent 2bd9a07eddf2\n");
        FiresteelTarget encrypted =
                new FiresteelTarget(agent, journal).encrypted(directory.resolve("keys"));
        assertThatThrownBy(() -> campaign(encrypted, journal).run())
                .isInstanceOf(CampaignException.class)
                .hasMessageContaining(
                        "  the journal " + id + " and the agent 2bd9a07eddf2, encrypted.");
        assertThatThrownBy(() -> campaign(encrypted.withRecordsInFlight(4), journal).run())
                .isInstanceOf(CampaignException.class)
                .hasMessageContaining("2bd9a07eddf2, encrypted, records in flight: 4.");
        Files.writeString(subject, "the journal of yesterday\n");
        assertThatThrownBy(() -> campaign(agent, journal).run())
                .hasMessageContaining("  the journal of yesterday,");
    }

    private CrashCampaign campaign(Path agent, Path journal) {
        return campaign(new FiresteelTarget(agent, journal), journal);
    }

    private CrashCampaign campaign(FiresteelTarget target, Path journal) {
        return new CrashCampaign(
                settings(4, 2, 20, "9M"),
                List.of(target),
                FaultSchedule.kills(),
                new FaultTargets(journal, ScratchDisks.none()),
                BeforeRestart.NONE,
                result -> {},
                System::nanoTime);
    }

    private void requireOther(String faults, int longest, int threads, int readers, String heap) {
        assertThatThrownBy(() -> campaign(faults, longest, threads, readers, heap).run())
                .isInstanceOf(CampaignException.class)
                .hasMessageContaining("Continue with those, or give another --data");
    }

    private CrashCampaign campaign(
            String faults, int longest, int threads, int readers, String heap) {
        return new CrashCampaign(
                settings(threads, readers, longest, heap),
                List.of(new FiresteelTarget(Path.of("no agent"), Path.of("no journal"))),
                FaultSchedule.of(Faults.of(List.of(faults.split(",")))),
                new FaultTargets(null, ScratchDisks.none()),
                BeforeRestart.NONE,
                result -> {},
                System::nanoTime);
    }

    private CampaignSettings settings(int threads, int readers, int longest, String heap) {
        return new CampaignSettings(
                directory,
                2,
                2101,
                LedgerLoad.ofRows(LedgerShape.ofKeys(9), threads, readers, 1),
                1,
                longest,
                "127.0.12.8",
                heap);
    }
}
