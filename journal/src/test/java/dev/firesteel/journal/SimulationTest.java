// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Histories that a seed decides. A failing one names its seed, and the command that replays it.
 *
 * <p>For a campaign: {@code mvn -pl journal test -Dtest=SimulationTest -Dfiresteel.seed=FIRST
 * -Dfiresteel.seeds=COUNT}.
 */
class SimulationTest {
    /** With continuations, a minute; without, ten times that. */
    private static final long SEEDS = 100_000;

    private static final long SEEDS_WITHOUT_CONTINUATIONS = 5_000;

    private final long from = Long.getLong("firesteel.seed", 0); // owns settings
    private final int threads = Runtime.getRuntime().availableProcessors();

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
        boolean fast = SimJvm.hasContinuations();
        long seeds =
                Long.getLong( // owns settings
                        "firesteel.seeds", fast ? SEEDS : SEEDS_WITHOUT_CONTINUATIONS);
        if (fast) assertThat(SimJvm.run(SimCampaign.class, from, seeds, threads)).isZero();
        else assertThat(SimCampaign.run(from, seeds, threads).failures()).isEmpty();
    }
}
