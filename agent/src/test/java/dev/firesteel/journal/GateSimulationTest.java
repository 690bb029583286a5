// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Runs histories of the gate that a seed decides: {@code mvn test -pl agent -am
 * -Dtest=GateSimulationTest -Dsurefire.failIfNoSpecifiedTests=false -Dfiresteel.seed=FIRST
 * -Dfiresteel.seeds=COUNT}.
 */
class GateSimulationTest {
    private static final String HISTORY = SimGateHistory.class.getSimpleName();

    /** The most histories of a tier: a million takes an hour. */
    private static final long MAX_HISTORIES = 100_000;

    /** The default without continuations: a history takes ten times as long. */
    private static final long HISTORIES_WITHOUT_CONTINUATIONS = 1_000;

    private final long from = Given.seed("firesteel.seed");
    private final int threads = Runtime.getRuntime().availableProcessors();

    @Test
    void aSeedReplaysItsHistory() {
        Map<String, Long> first = new SimLoader(Map.of()).run(HISTORY, 42);
        assertThat(new SimLoader(Map.of()).run(HISTORY, 42)).isEqualTo(first);
    }

    @Test
    void theSchedulerIsWovenIntoTheGate() throws IOException {
        String root = "dev/firesteel/agent/";
        assertThat(SimLoader.wovenCalls(root + "DeferredWrites", root + "PendingReplies"))
                .allSatisfy((type, calls) -> assertThat(calls).isPositive());
    }

    @Test
    void noHistoryBreaksAPromise() throws Exception {
        boolean fast = SimJvm.hasContinuations();
        long most = fast ? MAX_HISTORIES : HISTORIES_WITHOUT_CONTINUATIONS;
        long ordinary = Math.min(Given.count("firesteel.histories", most), most);
        long seeds = Given.count("firesteel.seeds", ordinary);
        if (fast) assertThat(SimJvm.run(SimCampaign.class, from, seeds, threads, HISTORY)).isZero();
        else assertThat(SimCampaign.run(HISTORY, from, seeds, threads).failures()).isEmpty();
    }

    @Test
    void theSimulationFindsEveryPlantedFlaw() throws Exception {
        int result =
                SimJvm.hasContinuations()
                        ? SimJvm.runBriefly(SimGateMutants.class, threads)
                        : SimGateMutants.survivors(threads);
        assertThat(result).isZero();
    }
}
