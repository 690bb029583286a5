// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.LoopDevice;
import dev.firesteel.lab.TestJournal;
import dev.firesteel.lab.fault.FaultSchedule;
import dev.firesteel.lab.fault.FaultTargets;
import dev.firesteel.lab.fault.FindingException;
import dev.firesteel.lab.fault.ScratchDisks;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs three kills of each kind; more with {@code -Dfiresteel.kills=20}. */
class CrashCampaignIT {
    private static final int KILLS = Integer.getInteger("firesteel.kills", 3); // owns settings
    private static final long SEED = 4711;

    private static final int REPLICAS = 3;

    /** The number of clients with lightweight transactions, and of those with mixed changes. */
    private static final int OTHERS = 2;

    private static final int KILLS_OF_A_CLUSTER = 4;

    private static final FaultTargets NOWHERE = new FaultTargets(null, ScratchDisks.none());

    @TempDir Path directory;
    private final List<CycleResult> results = new ArrayList<>();

    /** The campaign has two parts, with the remains of an interruption between them. */
    @Test
    void losesNothingWithAJournalInAFile() throws Exception {
        Target target = TestJournal.inFile(directory.resolve("journal"));
        campaign(1, target, BeforeRestart.NONE).run();
        Files.writeString(
                directory.resolve("campaign/results.jsonl"),
                "{\"target\":\"cut sho",
                StandardOpenOption.APPEND);
        assertNothingIsLost(target);
        CrashCampaign another =
                new CrashCampaign(
                        settings(KILLS, SEED + 1, OTHERS),
                        List.of(target),
                        FaultSchedule.kills(),
                        NOWHERE,
                        BeforeRestart.NONE,
                        results::add,
                        System::nanoTime);
        assertThatThrownBy(another::run)
                .isInstanceOf(CampaignException.class)
                .hasMessageContaining("seed 4711");
    }

    @Test
    @Tag("full")
    void losesNothingWithAnEncryptedJournalOnABlockDevice() throws Exception {
        try (LoopDevice device = LoopDevice.over(directory.resolve("image"), 256 << 20)) {
            assertNothingIsLost(
                    TestJournal.encryptedOnDevice(device.path(), directory.resolve("keys")));
        }
    }

    /** Control: a campaign that cannot find a loss would accept everything. */
    @Test
    @Tag("full")
    void findsWhatIsLostWhenAStockNodesCommitLogIsDeleted() throws Exception {
        CampaignSummary summary =
                campaign(KILLS, new StockTarget(), node -> deleteFiles(node.commitLog())).run();
        assertThat(results).singleElement().satisfies(this::reportsALoss);
        assertThat(summary.isClean()).isFalse();
        assertThat(summary.lost()).isPositive();
    }

    @Test
    @Tag("full")
    void losesNothingOfACluster() throws Exception {
        List<Target> kinds = new ArrayList<>();
        for (int i = 1; i <= REPLICAS; i++)
            kinds.add(TestJournal.inFile(directory.resolve("journal" + i)));
        CampaignSummary summary =
                campaign(ofCluster(KILLS_OF_A_CLUSTER), kinds, BeforeRestart.NONE).run();
        assertThat(results)
                .hasSize(KILLS_OF_A_CLUSTER)
                .allMatch(CycleResult::isClean)
                .allMatch(result -> result.acknowledged() > 0)
                .allMatch(result -> result.effect().contains(" killed"));
        assertThat(summary.isClean()).isTrue();
        assertThat(summary.nodes()).isEqualTo(REPLICAS);
        assertThat(summary.seen()).isPositive();
    }

    /** Control: a commit log that is deleted on one node, while the others have every row. */
    @Test
    @Tag("full")
    void findsWhatOneNodeOfAStockClusterLosesWhenItsCommitLogIsDeleted() throws Exception {
        List<Target> kinds = Collections.nCopies(REPLICAS, new StockTarget());
        CampaignSummary summary =
                campaign(ofCluster(1), kinds, node -> deleteFiles(node.commitLog())).run();
        assertThat(results)
                .singleElement()
                .satisfies(
                        result -> {
                            assertThat(result.lost()).as("%s", result).isPositive();
                            assertThat(result.findings())
                                    .anyMatch(each -> each.startsWith("lost on a replica: key"))
                                    .anyMatch(
                                            each ->
                                                    each.startsWith(
                                                            "lost on a replica: partition"));
                        });
        assertThat(summary.isClean()).isFalse();
        assertThat(summary.corrupted()).isZero();
    }

    private CampaignSettings ofCluster(int kills) {
        return settings(kills, SEED, OTHERS, REPLICAS, "127.0.3.30");
    }

    /** A node that does not restart has lost more than a row. */
    @Test
    @Tag("full")
    void doesNotForgetThatANodeDidNotComeBack() throws Exception {
        Path journal = directory.resolve("journal");
        Target target = TestJournal.inFile(journal);
        CrashCampaign campaign = campaign(1, target, node -> Files.delete(journal));
        assertThatThrownBy(campaign::run)
                .isInstanceOf(FindingException.class)
                .hasMessageContaining("there is no journal at " + journal);
        assertThat(directory.resolve("campaign/finding.txt"))
                .content()
                .startsWith("Kill 1, kill: A node did not come back: ");
        TestJournal.inFile(journal);
        assertThatThrownBy(campaign(1, target, BeforeRestart.NONE)::run)
                .isInstanceOf(CampaignException.class)
                .hasMessageContaining("Kill 1, kill: A node did not come back");
        assertThat(results).isEmpty();
    }

    private void assertNothingIsLost(Target target) throws Exception {
        CampaignSummary summary = campaign(KILLS, target, BeforeRestart.NONE).run();
        assertThat(results)
                .hasSize(KILLS)
                .allMatch(CycleResult::isClean)
                .allMatch(result -> result.acknowledged() > 0);
        assertThat(summary.seen()).isPositive();
        assertThat(summary.isClean()).isTrue();
        assertThat(summary.linearizable()).isTrue();
        assertThat(summary.changes()).isPositive();
        assertThat(summary.startUpKills()).isEqualTo(KILLS / 3);
        assertThat(Files.readAllLines(directory.resolve("campaign/results.jsonl"))).hasSize(KILLS);
        assertThat(Files.readString(directory.resolve("campaign/summary.json")))
                .contains(
                        "\"kills\":" + KILLS,
                        "\"lost\":0",
                        "\"seenAndGone\":0",
                        "\"phantom\":0",
                        "\"restartSecondsMax\":");
    }

    private void reportsALoss(CycleResult result) {
        assertThat(result.lost()).isBetween(1L, result.acknowledged());
        assertThat(result.gone()).as("%s", result).isPositive();
        assertThat(result.phantom()).isZero();
        assertThat(result.corrupted()).isZero();
        assertThat(result.findings())
                .isNotEmpty()
                .allMatch(finding -> finding.matches("(lost|seen and gone): .*"));
    }

    private CrashCampaign campaign(int kills, Target target, BeforeRestart sabotage) {
        int others = target instanceof StockTarget ? 0 : OTHERS;
        return campaign(settings(kills, SEED, others), List.of(target), sabotage);
    }

    private CrashCampaign campaign(
            CampaignSettings settings, List<? extends Target> kinds, BeforeRestart sabotage) {
        return new CrashCampaign(
                settings,
                kinds,
                FaultSchedule.kills(),
                NOWHERE,
                sabotage,
                results::add,
                System::nanoTime);
    }

    private CampaignSettings settings(int kills, long seed, int others) {
        return settings(kills, seed, others, 1, "127.0.3.1");
    }

    private CampaignSettings settings(int kills, long seed, int others, int nodes, String address) {
        return new CampaignSettings(
                directory.resolve("campaign"),
                kills,
                seed,
                new LedgerLoad(LedgerShape.ofKeys(20_000), 32, 8, others, others, nodes),
                100,
                4_000,
                address,
                "512M");
    }

    private static void deleteFiles(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) Files.delete(file);
        }
    }
}
