// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Histories that a seed decides. A failing one names its seed, and the command that replays it. */
class SimulationTest {
    @Test
    void aSeedReplaysItsHistory() {
        Map<String, Long> first = new SimLoader(Map.of()).run(42);
        assertThat(new SimLoader(Map.of()).run(42)).isEqualTo(first);
    }

    @Test
    void theSchedulerIsWovenIntoEveryClassThatSharesMemory() throws IOException {
        assertThat(SimLoader.wovenCalls())
                .allSatisfy((type, calls) -> assertThat(calls).isPositive());
    }

    @Test
    void noHistoryBreaksAPromise() throws Exception {
        SimCampaign.Result result =
                SimCampaign.run(
                        Long.getLong("firesteel.seed", 0), // owns settings
                        Long.getLong("firesteel.seeds", 2_000), // owns settings
                        Runtime.getRuntime().availableProcessors());
        assertThat(result.failures()).isEmpty();
    }
}
