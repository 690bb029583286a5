// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.fault.FaultSchedule;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.lab.fault.ScratchDisks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the file that keeps a campaign's finding. */
class FindingFileTest {
    private final FindingException found =
            new FindingException("The node came up in spite of zeros\nThe full log is system.log");

    @TempDir Path directory;

    @Test
    void aFindingStaysAndKeepsEverybodyFromGoingOn() throws Exception {
        Instant before = Instant.now().minusSeconds(1);
        assertThatThrownBy(() -> keep(false, found)).isSameAs(found);
        assertThat(directory.resolve("finding.txt"))
                .content()
                .startsWith("Kill 7, damage: The node came up in spite of zeros\nThe full log");
        assertThat(Files.getLastModifiedTime(directory.resolve("finding.txt")).toInstant())
                .isAfter(before);
        assertThatThrownBy(() -> FindingFile.requireNone(directory))
                .isInstanceOf(CampaignException.class)
                .hasMessageContainingAll(
                        directory + " holds a finding of 2",
                        ": Kill 7, damage: The node came up in spite of zeros. Examine it, then",
                        "give another --data, or delete " + directory.resolve("finding.txt"));
        Files.writeString(
                directory.resolve("finding.txt"),
                "Kill 7: The node did not come up. Its last messages:\n\nThe full log is x\n");
        assertThatThrownBy(() -> FindingFile.requireNone(directory))
                .hasMessageContaining(": Kill 7: The node did not come up. Examine it, then");
        for (CampaignKind kind : CampaignKind.values())
            assertThatThrownBy(() -> kind.require(directory)).isInstanceOf(CampaignException.class);
    }

    @Test
    void whatIsNoFindingLeavesNothing() throws Exception {
        for (IOException failure :
                new IOException[] {new IOException("no space"), new CampaignException("a port")})
            assertThatThrownBy(() -> keep(false, failure)).isSameAs(failure);
        assertThat(directory).isEmptyDirectory();
        FindingFile.requireNone(directory);
    }

    /** An interrupt of a campaign ends its node, too. */
    @Test
    void whatFailsBecauseTheCampaignIsEndedIsNoFinding() {
        assertThatThrownBy(() -> keep(true, found)).isSameAs(found);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aFindingThatCannotBeKeptIsToldAllTheSame() {
        Path nowhere = directory.resolve("nowhere");
        assertThatThrownBy(
                        () ->
                                new FindingFile(nowhere, () -> false)
                                        .keep("Cut 1", () -> fail(found)))
                .isInstanceOf(CampaignException.class)
                .hasMessageContainingAll("in spite of zeros", "could not be written", "nowhere")
                .hasCause(found);
    }

    /** The campaign is refused before a node starts or a file changes. */
    @Test
    void aCrashCampaignDoesNotGoOnBeforeSomebodyHasLookedAtIt() throws Exception {
        Files.writeString(directory.resolve("finding.txt"), "Kill 1, kill: it did not come back\n");
        Files.writeString(directory.resolve("results.jsonl"), OldResults.KILL + "\n{");
        CampaignSettings settings =
                new CampaignSettings(
                        directory,
                        2,
                        2101,
                        LedgerLoad.ofRows(LedgerShape.ofKeys(9), 1, 0, 1),
                        1,
                        2,
                        "127.0.12.8",
                        "9M");
        CrashCampaign campaign =
                new CrashCampaign(
                        settings,
                        List.of(new FiresteelTarget(Path.of("no agent"), Path.of("no journal"))),
                        FaultSchedule.kills(),
                        new FaultTargets(null, ScratchDisks.none()),
                        BeforeRestart.NONE,
                        result -> {},
                        System::nanoTime);
        assertThatThrownBy(campaign::run)
                .isInstanceOf(CampaignException.class)
                .hasMessageContaining("it did not come back. Examine it");
        assertThat(directory.resolve("results.jsonl")).hasContent(OldResults.KILL + "\n{");
    }

    private void keep(boolean isEnding, IOException failure) throws Exception {
        new FindingFile(directory, () -> isEnding).keep("Kill 7, damage", () -> fail(failure));
    }

    private static Boolean fail(IOException failure) throws IOException {
        throw failure;
    }
}
