// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Runs histories that a seed decides. A failing one reports its seed and the command that replays
 * it.
 *
 * <p>For a campaign: {@code mvn -pl journal test -Dtest=SimulationTest -Dfiresteel.seed=FIRST
 * -Dfiresteel.seeds=COUNT}.
 */
class SimulationTest {
    /** The default number of histories. */
    private static final long HISTORIES = 100_000;

    /** The default without continuations: a history takes ten times as long. */
    private static final long HISTORIES_WITHOUT_CONTINUATIONS = 5_000;

    private final long from = Given.seed("firesteel.seed");
    private final int threads = Runtime.getRuntime().availableProcessors();

    @Test
    void aSeedReplaysItsHistory() {
        Map<String, Long> first = new SimLoader(Map.of()).run(42);
        assertThat(new SimLoader(Map.of()).run(42)).isEqualTo(first);
    }

    @Test
    void theSchedulerIsWovenIntoEveryClassThatSharesMemory() throws IOException {
        String root = "dev/firesteel/journal/";
        assertThat(
                        SimLoader.wovenCalls(
                                root + "CommitPath",
                                root + "CommitState",
                                root + "Committer",
                                root + "RecordWriter",
                                root + "OpenRecord",
                                root + "WaitList"))
                .allSatisfy((type, calls) -> assertThat(calls).isPositive());
    }

    @Test
    void noHistoryBreaksAPromise() throws Exception {
        boolean fast = SimJvm.hasContinuations();
        long ofTier = Given.count("firesteel.histories", HISTORIES);
        long ordinary = fast ? ofTier : Math.min(ofTier, HISTORIES_WITHOUT_CONTINUATIONS);
        long seeds = Given.count("firesteel.seeds", ordinary);
        if (fast) assertThat(SimJvm.run(SimCampaign.class, from, seeds, threads)).isZero();
        else assertIsClean(SimCampaign.run("Simulation", from, seeds, threads), seeds);
    }

    @Test
    void aHistoryThatEndsWithAnythingElseNamesItsSeed() throws IOException {
        SimMutant mutant =
                new SimMutant(
                        "recovery throws",
                        "Replay",
                        "        List<SegmentReading> silent = new ArrayList<>();",
                        "        if (true) throw new IllegalStateException(\"thrown\");"
                                + " List<SegmentReading> silent = new ArrayList<>();");
        SimLoader world = mutant.world();
        assertThatThrownBy(() -> world.run(7))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("-Dfiresteel.seed=7)")
                .hasMessageContaining("IllegalStateException: thrown");
    }

    private static void assertIsClean(SimCampaign.Result result, long histories) {
        assertThat(result.failures()).isEmpty();
        assertThat(result.isClean(histories)).isTrue();
    }
}
