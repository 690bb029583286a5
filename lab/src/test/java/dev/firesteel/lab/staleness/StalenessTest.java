// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StalenessTest {
    private static final int TRIALS = 400_000;

    private static Prediction predict(String model, int n, int r, int w) {
        return Staleness.predict(LatencyModel.named(model), new Quorum(n, r, w), TRIALS, 1);
    }

    /** PBS, section 5.6: the consistency of a read that begins when the write ends. */
    @ParameterizedTest
    @CsvSource({"lnkd-ssd, .974", "lnkd-disk, .439"})
    void predictsThePublishedConsistency(String model, double consistent) {
        assertThat(predict(model, 3, 1, 1).consistentAt(0)).isCloseTo(consistent, within(.007));
    }

    /**
     * PBS, Table 4: t-visibility and latencies at 99.9 %, of three replicas. Of 50 000 trials at
     * that time, fifty are beyond the quantile, so that t is accurate to some 15 %.
     */
    @ParameterizedTest
    @CsvSource({
        "lnkd-ssd,  1, 1,    1.85,   0.66,    0.66",
        "lnkd-ssd,  1, 2,    1.79,   0.66,    1.63",
        "lnkd-ssd,  2, 1,    0,      1.63,    0.65",
        "lnkd-ssd,  3, 1,    0,      4.14,    0.65",
        "lnkd-ssd,  1, 3,    0,      0.65,    4.09",
        "lnkd-disk, 1, 1,   45.5,    0.66,   10.99",
        "lnkd-disk, 1, 2,   43.3,    0.65,   20.97",
        "lnkd-disk, 2, 1,   13.6,    1.63,   10.9",
        "lnkd-disk, 2, 2,    0,      1.64,   20.96",
        "lnkd-disk, 1, 3,    0,      0.65,  112.65",
        "ymmr,      1, 1, 1364.0,    5.58,   10.83",
        "ymmr,      1, 2, 1352.0,    5.61,  427.12",
        "ymmr,      2, 1,  202.0,   32.6,    10.73",
        "ymmr,      3, 1,    0,    219.27,   10.79",
        "ymmr,      1, 3,    0,      5.63, 1870.86",
        "wan,       1, 1,  113.0,    3.4,    55.12",
        "wan,       1, 2,    0,      3.4,   167.64",
        "wan,       2, 1,   30.2,  151.3,    56.36",
        "wan,       2, 2,    0,    151.31,  167.72",
        "wan,       1, 3,    0,      3.44,  241.55"
    })
    void predictsThePublishedTimes(
            String model, int r, int w, double visible, double read, double write) {
        Prediction prediction = predict(model, 3, r, w);
        assertThat(prediction.visibility().quantile(.999)).isCloseTo(visible, withPercentage(15));
        assertThat(prediction.readLatency().quantile(.999)).isCloseTo(read, withPercentage(5));
        assertThat(prediction.writeLatency().quantile(.999)).isCloseTo(write, withPercentage(5));
    }

    /**
     * Only writes take time, exponentially distributed, and the read reaches any replica. Every
     * other replica still waits an exponential time at the acknowledgement. So (n - 1) / n
     * exp(-rate t) of the reads are stale.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10})
    void agreesWithTheClosedFormOfExponentialWrites(int replicas) {
        Mixture none = Mixture.of("exp:1e9");
        LatencyModel model = LatencyModel.of(Mixture.of("exp:0.2"), none, none, none);
        Prediction prediction = Staleness.predict(model, new Quorum(replicas, 1, 1), TRIALS, 3);
        for (double t : new double[] {0, 1, 5, 20})
            assertThat(1 - prediction.consistentAt(t))
                    .isCloseTo(
                            (replicas - 1.) / replicas * Math.exp(-.2 * t),
                            within(5 * prediction.errorAt(t) + 1e-9));
    }

    @ParameterizedTest
    @CsvSource({"3, 2, 2", "3, 1, 3", "3, 3, 1", "5, 3, 3", "1, 1, 1"})
    void quorumsThatOverlapAreNeverStale(int n, int r, int w) {
        for (String name : LatencyModel.NAMES) {
            LatencyModel model = LatencyModel.named(name);
            Prediction prediction = Staleness.predict(model, new Quorum(n, r, w), TRIALS / 10, 1);
            assertThat(prediction.consistentAt(0)).isEqualTo(1);
        }
    }

    /** If all replicas respond at once, the read must still use the response of only one. */
    @Test
    void ofResponsesAtTheSameTimeNoMoreCountThanAreWaitedFor() {
        Mixture one = Mixture.of("constant:1");
        LatencyModel model = LatencyModel.of(Mixture.of("exp:0.2"), one, one, one);
        Prediction prediction = Staleness.predict(model, new Quorum(3, 1, 1), TRIALS, 1);
        // t need only make up for the acknowledgement's and the read's millisecond.
        assertThat(prediction.consistentAt(0))
                .isCloseTo(1 - 2 / 3. * Math.exp(-.2 * 2), within(.005));
        assertThat(prediction.readLatency().quantile(.5)).isEqualTo(2);
    }

    @Test
    void theSameSeedGivesTheSame() {
        assertThat(predict("ymmr", 3, 1, 1).visibility().quantile(.99))
                .isEqualTo(predict("ymmr", 3, 1, 1).visibility().quantile(.99));
    }

    @Test
    void closedFormsOfQuorumsThatDoNotChange() {
        assertThat(new Quorum(3, 1, 1).missProbability()).isCloseTo(2 / 3., within(1e-12));
        assertThat(new Quorum(3, 1, 1).withinVersions(2)).isCloseTo(.5556, within(5e-5));
        assertThat(new Quorum(5, 2, 2).missProbability()).isCloseTo(.3, within(1e-12));
        assertThat(new Quorum(3, 2, 2).withinVersions(1)).isEqualTo(1);
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Quorum(3, 4, 1))
                .withMessage("a read waits for 1 to 3 of 3 replicas, not 4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Quorum(3, 1, 0))
                .withMessage("a write waits for 1 to 3 of 3 replicas, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Quorum(0, 1, 1))
                .withMessage("the number of replicas must be 1 to 100, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LatencyModel.named("lan"))
                .withMessage("there is no model 'lan'; there are lnkd-ssd, lnkd-disk, ymmr, wan");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                Staleness.predict(
                                        LatencyModel.named("wan"), new Quorum(3, 1, 1), 0, 1))
                .withMessage("the number of trials must be 1 to 20000000, not 0");
    }
}
