// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.lab.TestJournal;
import dev.firesteel.lab.drive.DriveSupport;
import dev.firesteel.lab.fault.Partition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs two power cuts of a node with a journal; more with {@code -Dfiresteel.cuts=20}. */
class PowerCutCampaignIT {
    private static final int CUTS = Integer.getInteger("firesteel.cuts", 2); // owns settings

    /** Maximum number of cuts; a campaign ends with the first that finds something. */
    private static final int MOST_CUTS = 8;

    private static final long SEED = 4711;
    private static final List<String> REPLICAS = List.of("127.0.3.20", "127.0.3.21", "127.0.3.22");
    private static final long LOG_BYTES = 256 << 20;

    @TempDir Path directory;
    private final List<PowerCutResult> results = new ArrayList<>();
    private Set<LoadFault> faults = Set.of();

    @BeforeEach
    void create() throws IOException {
        DriveSupport.assume();
        directory = directory.toRealPath();
    }

    @Test
    void losesNothingWithAJournalOnARawDevice() throws Exception {
        NodeDrives drives = drives(NodeDrives.Kind.RAW, TestJournal::format);
        PowerCutSummary summary = run(drives, TestJournal.at(drives.journal()), CUTS);
        assertThat(results)
                .hasSize(CUTS)
                .allMatch(PowerCutResult::isWhole)
                .allMatch(result -> result.acknowledged() > 0);
        assertThat(summary.isClean()).isTrue();
        assertThat(summary.seen()).isPositive();
        assertThat(Files.readString(directory.resolve("campaign/summary.json")))
                .contains(
                        "\"cuts\":" + CUTS,
                        "\"lost\":0",
                        "\"seenAndGone\":0",
                        "\"phantom\":0",
                        "\"reported\":0");
    }

    /** Control of the readers: writes are visible before they are on flash and acknowledged. */
    @Test
    @Tag("full")
    void findsAnAgentThatShowsWritesAtOnce() throws Exception {
        NodeDrives drives = drives(NodeDrives.Kind.RAW, TestJournal::format);
        Path agent = MutantAgent.SHOWS_WRITES_AT_ONCE.jar(directory);
        PowerCutSummary summary =
                run(drives, new FiresteelTarget(agent, drives.journal()), MOST_CUTS);
        assertThat(summary.lost()).as("%s", results).isZero();
        assertThat(summary.seenAndGone()).as("%s", results).isPositive();
        assertThat(summary.isClean()).isFalse();
        assertThat(results.get(results.size() - 1).findings())
                .isNotEmpty()
                .allMatch(finding -> finding.startsWith("seen and gone: "));
    }

    /** Control: if a cut loses nothing that was not synced, the campaign proves nothing. */
    @Test
    @Tag("full")
    void findsWhatAStockNodeLosesThatSyncsEveryTenSeconds() throws Exception {
        NodeDrives drives = drives(NodeDrives.Kind.FILE, null);
        PowerCutSummary summary = run(drives, new StockTarget(StockTarget.PERIODIC), 1);
        assertThat(summary.isClean()).isFalse();
        assertThat(summary.lost()).isPositive();
        assertThat(summary.seenAndGone()).isPositive();
        assertThat(summary.phantom()).isZero();
        assertThat(summary.corrupted()).isZero();
        assertThat(results)
                .singleElement()
                .satisfies(result -> assertThat(result.findings()).isNotEmpty());
    }

    @Test
    @Tag("full")
    void losesNothingOfACluster() throws Exception {
        PowerCutSummary summary = run(clusterOnRawDevices(), MOST_CUTS);
        assertThat(results)
                .hasSize(MOST_CUTS)
                .allMatch(PowerCutResult::isWhole)
                .allMatch(result -> result.acknowledged() > 0);
        assertThat(summary.isClean()).isTrue();
        assertThat(summary.seen()).isPositive();
        assertThat(summary.nodes()).isEqualTo(3);
    }

    @Test
    @Tag("full")
    void losesNothingOfAClusterAfterStallsAndPartitions() throws Exception {
        assumeTrue(Partition.isSupported(), "skipped: nftables is not usable here");
        faults = EnumSet.allOf(LoadFault.class);
        PowerCutSummary summary = run(clusterOnRawDevices(), MOST_CUTS);
        assertThat(results).hasSize(MOST_CUTS).allMatch(PowerCutResult::isWhole);
        assertThat(summary.stalls()).isPositive();
        assertThat(summary.partitions()).isPositive();
        assertThat(summary.isClean()).isTrue();
    }

    /** Control: the same with a log that each replica syncs every ten seconds. */
    @Test
    @Tag("full")
    void findsWhatAStockClusterLosesThatSyncsEveryTenSeconds() throws Exception {
        String periodic = StockTarget.PERIODIC;
        PowerCutSummary summary = runStock(periodic, periodic, periodic);
        assertThat(summary.isClean()).isFalse();
        assertThat(summary.lost()).isPositive();
        assertThat(summary.seenAndGone()).isPositive();
        assertThat(summary.phantom()).isZero();
        assertThat(summary.corrupted()).isZero();
    }

    /** Control of the scan of each replica: one of three acknowledges before it syncs. */
    @Test
    @Tag("full")
    void findsWhatOneReplicaOfThreeLoses() throws Exception {
        PowerCutSummary summary =
                runStock(StockTarget.PERIODIC, StockTarget.BATCH, StockTarget.BATCH);
        assertThat(summary.target()).contains(", ");
        assertThat(summary.isClean()).isFalse();
        assertThat(summary.lost()).isPositive();
        assertThat(summary.phantom()).isZero();
        assertThat(summary.corrupted()).isZero();
    }

    private List<PoweredNode> clusterOnRawDevices() {
        List<PoweredNode> nodes = new ArrayList<>();
        for (int i = 0; i < REPLICAS.size(); i++) {
            NodeDrives drives = drives(i, NodeDrives.Kind.RAW, TestJournal::format);
            nodes.add(new PoweredNode(drives, TestJournal.at(drives.journal()), REPLICAS.get(i)));
        }
        return nodes;
    }

    /** Cuts the power of stock nodes, each with its {@code commitlog_sync}. */
    private PowerCutSummary runStock(String... syncs) throws Exception {
        List<PoweredNode> nodes = new ArrayList<>();
        for (int i = 0; i < syncs.length; i++) {
            NodeDrives drives = drives(i, NodeDrives.Kind.FILE, null);
            nodes.add(new PoweredNode(drives, new StockTarget(syncs[i]), REPLICAS.get(i)));
        }
        return run(nodes, MOST_CUTS);
    }

    private NodeDrives drives(int node, NodeDrives.Kind kind, @Nullable JournalMaker tool) {
        return new NodeDrives(
                directory.resolve("campaign/node" + (node + 1)), kind, 0, LOG_BYTES, tool);
    }

    private NodeDrives drives(NodeDrives.Kind kind, @Nullable JournalMaker tool) {
        return new NodeDrives(directory.resolve("campaign"), kind, 0, LOG_BYTES, tool);
    }

    private PowerCutSummary run(NodeDrives drives, Target target, int cuts) throws Exception {
        return run(List.of(new PoweredNode(drives, target, "127.0.3.2")), cuts);
    }

    private PowerCutSummary run(List<PoweredNode> nodes, int cuts) throws Exception {
        PowerCutSettings settings =
                new PowerCutSettings(
                        directory.resolve("campaign"),
                        cuts,
                        SEED,
                        nodes,
                        LedgerLoad.ofRows(LedgerShape.ofKeys(5_000), 32, 8, nodes.size()),
                        3_000,
                        "512M",
                        faults);
        return new PowerCutCampaign(settings, results::add, System::nanoTime).run();
    }
}
