// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashCampaignIT {
    private static final int KILLS = 3;

    @TempDir Path directory;
    private final List<CycleResult> results = new ArrayList<>();

    @Test
    void findsEveryAcknowledgedWriteAfterKillsOfAStockNode() throws Exception {
        CampaignSummary summary = campaign(new StockTarget(), Sabotage.NONE).run();
        assertThat(results).hasSize(KILLS).allMatch(CycleResult::isClean);
        assertThat(results).allMatch(result -> result.acknowledged() > 0);
        assertThat(summary.isClean()).isTrue();
        assertThat(summary.startUpKills()).isEqualTo(1);
    }

    private CrashCampaign campaign(Target target, Sabotage sabotage) {
        CampaignSettings settings =
                new CampaignSettings(
                        directory,
                        KILLS,
                        4711,
                        LedgerShape.ofKeys(5_000),
                        16,
                        Duration.ofMillis(100),
                        Duration.ofSeconds(3),
                        "127.0.3.1",
                        "512M");
        return new CrashCampaign(settings, target, sabotage, results::add, System::nanoTime);
    }
}
