// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.firesteel.lab.scale.ScaleResult.Kind;
import dev.firesteel.lab.scale.ScaleResult.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScaleResultTest {
    private static final double COST = 90;

    /** Returns points of clusters with this rate for each node. */
    private static List<ScalePoint> points(int rounds, double... rateOfEach) {
        List<ScalePoint> points = new ArrayList<>();
        for (int round = 1; round <= rounds; round++)
            for (int i = 0; i < rateOfEach.length; i++)
                points.add(point(round, 1 << i, rateOfEach[i] * (1 << i)));
        return points;
    }

    private static ScalePoint point(int round, int nodes, double perSecond) {
        return new ScalePoint(
                round,
                "",
                nodes,
                8 * nodes,
                perSecond,
                3_600,
                3_000,
                9_000,
                12_000,
                0,
                Map.of(),
                COST,
                0.2,
                400,
                round != 2,
                0.5,
                null);
    }

    private static ScaleResult result(List<ScalePoint> points) {
        return of(SmallScale.settings(3, "big=16:7000,small=4:2000"), points, true);
    }

    private static ScaleResult of(ScaleSettings settings, List<ScalePoint> points, boolean goesOn) {
        return ScaleResult.of(settings, settings.kinds().get(0), points, 2, goesOn);
    }

    @Test
    void theSimulationTakesWhatTheSmallestClusterTells() {
        ScaleResult result = result(points(3, 2_200, 2_000, 1_950));
        assertThat(result.isComplete()).isTrue();
        assertThat(result.demand()).isEqualTo(new Demand(COST, 400 - COST));
        // 0.2 of a processor, 90 us for each operation; some clients always wait.
        Size one = result.sizes().get(0);
        assertThat(requireNonNull(one.simulated()).opsPerSecond())
                .isCloseTo(0.2e6 / COST, withinPercentage(1));
        assertThat(one.isSimulatedWell()).isTrue();
        assertThat(result.sizes()).extracting(Size::nodes).containsExactly(1, 2, 4);
        assertThat(result.law()).isNotNull();
    }

    @Test
    void aSimulationThatIsFarOffIsSaid() {
        ScaleResult result = result(points(3, 2_200, 1_400, 700));
        assertThat(result.sizes().get(2).isSimulatedWell()).isFalse();
        assertThat(result.sizes().get(2).simulatedToMeasured()).isGreaterThan(2);
    }

    /** Nodes compete for a machine's caches. */
    @Test
    void whatNodesCostEachOtherIsToldFromQueuesThatAreWrong() {
        List<ScalePoint> points = new ArrayList<>(points(1, 2_200));
        ScalePoint four = point(1, 4, 4_400);
        points.add(
                new ScalePoint(
                        1,
                        "",
                        4,
                        four.clients(),
                        four.opsPerSecond(),
                        four.meanMicros(),
                        four.p50Micros(),
                        four.p99Micros(),
                        four.p999Micros(),
                        0,
                        Map.of(),
                        2 * COST,
                        0.2,
                        400,
                        true,
                        0.5,
                        null));
        Size size = result(points).sizes().get(1);
        assertThat(size.isSimulatedWell()).isFalse();
        assertThat(size.isWithOwnTimeWell()).isTrue();
        assertThat(size.withOwnTimeToMeasured()).isCloseTo(1, withinPercentage(10));
        assertThat(result(points(3, 2_200, 1_400, 700)).sizes().get(2).isWithOwnTimeWell())
                .isFalse();
    }

    @Test
    void whatMakesASizeDoubtfulIsKept() {
        Size one = result(points(3, 2_200, 2_000, 1_950)).sizes().get(0);
        assertThat(one.rounds()).isEqualTo(3);
        assertThat(one.settledRounds()).isEqualTo(2);
        assertThat(one.errors()).isZero();
    }

    @Test
    void aLawOfAsManySizesAsCoefficientsIsNotCarriedOn() {
        ScaleResult result = result(points(3, 2_200, 2_000, 1_950));
        assertThat(result.law()).isNotNull();
        assertThat(result.beyond())
                .singleElement()
                .satisfies(each -> assertThat(each.lawOpsPerSecond()).isNull());
    }

    @Test
    void afterAnInterruptionNothingElseIsSimulated() {
        ScaleResult result =
                of(SmallScale.settings(3, "big=16:7000"), points(1, 2_200, 2_000), false);
        assertThat(result.sizes()).hasSize(2);
        assertThat(result.beyond()).isEmpty();
        assertThat(result.machines()).isEmpty();
    }

    @Test
    void kindsOfMachinesAreComparedByPrice() {
        ScaleResult result = result(points(3, 2_200, 2_000, 1_950));
        Kind big = result.machines().get(0);
        assertThat(big.simulated().nodes()).isEqualTo(1);
        assertThat(big.opsPerSecondForPrice())
                .isCloseTo(big.simulated().opsPerSecond() / 7_000, withinPercentage(0.001));
        assertThat(result.machines()).extracting(each -> each.machine().name()).contains("small");
    }

    @Test
    void whatWasMeasuredUntilAnInterruptionIsTold() {
        ScaleResult result = result(List.of(point(1, 2, 4_000)));
        assertThat(result.isComplete()).isFalse();
        assertThat(result.sizes()).extracting(Size::nodes).containsExactly(2);
        assertThat(result.law()).isNull();
        assertThat(result(List.of()).sizes()).isEmpty();
    }
}
