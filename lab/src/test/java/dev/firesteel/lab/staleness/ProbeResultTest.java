// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.StartedNodes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProbeResultTest {
    private static final String A = "127.0.0.1";
    private static final String B = "127.0.0.2";

    /** B gets the write 5 ms after the coordinator, which acknowledges at once. */
    private static final TracedWrite SLOW =
            new TracedWrite(Map.of(A, 0.2, B, 5.0), List.of(0.2, 5.1), 0, 0.4, 1);

    private static final TracedWrite FAST =
            new TracedWrite(Map.of(A, 0.2, B, 0.3), List.of(0.2, 0.5), 0, 0.4, 1);

    private static final TracedRead READ = new TracedRead(Map.of(B, 0.3), 0.2, 0.8);

    static ProbeSettings settings(Quorum quorum, Double... delays) {
        return new ProbeSettings(
                quorum,
                List.of(),
                3,
                0,
                new StartedNodes(
                        Mode.PERIODIC,
                        Path.of("agent.jar"),
                        Path.of("data"),
                        "127.0.0.1",
                        512 << 20,
                        null),
                List.of(delays),
                2,
                1,
                1,
                7);
    }

    private static ProbeResult of(
            Quorum quorum, List<TracedWrite> writes, List<Trial> trials, Double... delays) {
        return ProbeResult.of(
                settings(quorum, delays),
                new Findings(A, B, trials, writes, List.of(READ), 0, 0),
                null,
                true);
    }

    private static List<Trial> trials(double delay, int fresh, int stale) {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < fresh + stale; i++)
            trials.add(new Trial(delay, delay + 0.1, i < fresh, 1.5, 0.7, false));
        return trials;
    }

    @Test
    void aReplicaKnowsOnceTheWriteIsThereLessWhatTheReadTakes() {
        TracedModel model = new TracedModel(new Quorum(2, 1, 1), List.of(SLOW), List.of(READ));
        // Applied after 5 ms, done after 0.2, read there after 0.3; half of both hops: 0.3.
        assertThat(model.visibility(10, 1).quantile(1)).isCloseTo(4.2, within(1e-9));
    }

    @Test
    void aWriteThatWaitsForAllIsVisibleBeforeItEnds() {
        TracedModel model = new TracedModel(new Quorum(2, 1, 2), List.of(SLOW), List.of(READ));
        assertThat(model.visibility(10, 1).quantile(1)).isCloseTo(-0.7, within(1e-9));
    }

    @Test
    void aReadThatWaitsForTwoKnowsIfOneOfThemDoes() {
        TracedRead both = new TracedRead(Map.of(A, 0.1, B, 0.3), 0.2, 0.8);
        TracedModel model = new TracedModel(new Quorum(2, 2, 1), List.of(SLOW), List.of(both));
        assertThat(model.visibility(10, 1).quantile(1))
                .isCloseTo(0.2 - 0.2 - 0.1 - 0.3, within(1e-9));
    }

    @Test
    void whatIsPredictedStandsBesideWhatWasMeasured() {
        List<Trial> trials = new ArrayList<>(trials(0, 50, 50));
        trials.addAll(trials(5, 100, 0));
        trials.add(new Trial(0, 0.1, true, 2, 2, true));
        ProbeResult result = of(new Quorum(2, 1, 1), List.of(SLOW, FAST), trials, 0.0, 5.0, 9.0);
        assertThat(result.points()).hasSize(2);
        assertThat(result.points().get(0).tracedTrials()).isEqualTo(1);
        assertThat(result.points().get(0).tracedFresh()).isEqualTo(1);
        assertThat(result.points().get(1).tracedTrials()).isZero();
        assertThat(result.tracedErrorPoints())
                .isCloseTo(100 * (1 - result.points().get(0).predicted()), within(1e-9));
        DelayPoint first = result.points().get(0);
        assertThat(first.meanMillis()).isCloseTo(0.1, within(1e-9));
        assertThat(first.fresh()).isEqualTo(0.5);
        // Wilson's interval of 50 of 100.
        assertThat(first.low()).isCloseTo(0.4038, within(1e-4));
        assertThat(first.high()).isCloseTo(0.5962, within(1e-4));
        // Half of the writes are fast: 200,000 were drawn.
        assertThat(first.predicted()).isCloseTo(0.5, within(0.01));
        assertThat(result.points().get(1).predicted()).isEqualTo(1);
        assertThat(result.points().get(1).high()).isEqualTo(1);
        assertThat(result.errorPoints())
                .isCloseTo(100 * Math.abs(first.predicted() - 0.5) / Math.sqrt(2), within(1e-9));
        assertThat(result.visibilityP99Millis()).isCloseTo(4.2, within(1e-9));
        assertThat(result.writeP50Millis()).isEqualTo(1.5);
        assertThat(result.tracedReadP50Millis()).isEqualTo(0.8);
    }

    @Test
    void refusesWhatCannotBeMeasured() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(new Quorum(1, 1, 1), 0.0))
                .withMessageContaining("--n must be 2 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(new Quorum(4, 1, 1), 0.0))
                .withMessageContaining("--n 4: 3 nodes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(new Quorum(9, 4, 1), 0.0))
                .withMessageContaining("cannot wait for 4 of 9");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(new Quorum(2, 1, 1), -1.0))
                .withMessageContaining("--delays must be 0 to");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(new Quorum(2, 1, 1)))
                .withMessageContaining("--delays must be 1 to");
    }
}
