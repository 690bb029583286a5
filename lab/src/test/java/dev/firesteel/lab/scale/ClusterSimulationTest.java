// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSimulationTest {
    private static final Demand NOTHING_BESIDE = new Demand(100, 0);

    /** A fifth of a processor, of two. */
    private static final Processors SHARE = Processors.share(0.2, 2, 10_000);

    /**
     * Gordon and Newell (1967): N equal queues with one server each, and C clients spread evenly,
     * reach N C / (C + N - 1) times the rate of one server.
     */
    @ParameterizedTest
    @CsvSource({"1,1,0.2", "1,8,0.2", "2,8,0.2", "4,8,0.2", "16,8,1", "16,1,0.5", "100,2,0.2"})
    void doesWhatTheClosedFormSays(int nodes, int clientsPerNode, double cores) {
        int clients = nodes * clientsPerNode;
        double one = 1e6 / NOTHING_BESIDE.processorMicros() * cores;
        SimulatedPoint point =
                ClusterSimulation.run(
                        NOTHING_BESIDE, Processors.whole(cores, 1), nodes, clientsPerNode, 7);
        assertThat(point.opsPerSecond())
                .isCloseTo(one * nodes * clients / (clients + nodes - 1.0), withinPercentage(1));
        assertThat(point.clients()).isEqualTo(clients);
    }

    @ParameterizedTest
    @CsvSource({"1,8,0.2,0", "4,8,0.2,300", "4,2,1,1000", "2,128,16,500"})
    void littlesLawHolds(int nodes, int clientsPerNode, double cores, double other) {
        SimulatedPoint point =
                ClusterSimulation.run(
                        new Demand(100, other),
                        Processors.whole(cores, 1),
                        nodes,
                        clientsPerNode,
                        7);
        assertThat(point.opsPerSecond() * point.meanMicros() / 1e6)
                .isCloseTo(point.clients(), withinPercentage(1));
    }

    @Test
    void whereNobodyWaitsALatencyIsWhatAnOperationTakes() {
        SimulatedPoint point =
                ClusterSimulation.run(new Demand(100, 400), Processors.whole(16, 2), 1, 16, 7);
        // The processor is twice as fast, and each client has one.
        assertThat(point.meanMicros()).isCloseTo(450, withinPercentage(1));
        // Exponential: -ln(0.01) of the mean.
        assertThat(point.p99Micros()).isCloseTo(400 + 50 * 4.605, withinPercentage(2));
    }

    /** With processor sharing and exponential demands, the rate is known, but not the latencies. */
    @Test
    void oneNodeWithMoreClientsThanProcessorsDoesWhatItsProcessorsDo() {
        SimulatedPoint point =
                ClusterSimulation.run(NOTHING_BESIDE, Processors.whole(4, 1), 1, 64, 7);
        assertThat(point.opsPerSecond()).isCloseTo(40_000, withinPercentage(1));
        assertThat(point.p50Micros()).isLessThan(point.p99Micros());
        assertThat(point.p99Micros()).isLessThan(point.p999Micros());
    }

    @Test
    void theSameSeedGivesTheSameFigures() {
        Demand demand = new Demand(80, 200);
        SimulatedPoint point = ClusterSimulation.run(demand, SHARE, 3, 8, 5);
        assertThat(ClusterSimulation.run(demand, SHARE, 3, 8, 5)).isEqualTo(point);
        assertThat(ClusterSimulation.run(demand, SHARE, 3, 8, 6)).isNotEqualTo(point);
    }

    @Test
    void aNodeThatAlwaysHasClientsUsesItsShareAndNoMore() {
        SimulatedPoint point = ClusterSimulation.run(NOTHING_BESIDE, SHARE, 1, 8, 7);
        assertThat(point.opsPerSecond()).isCloseTo(2_000, withinPercentage(1));
        assertThat(point.opsPerSecond() * point.meanMicros() / 1e6)
                .isCloseTo(8, withinPercentage(1));
    }

    /**
     * Twenty operations, two at a time, take a millisecond; then the node waits for the other nine.
     */
    @Test
    void whoComesAfterTheShareIsUsedWaitsForTheNextPeriod() {
        SimulatedPoint point = ClusterSimulation.run(NOTHING_BESIDE, SHARE, 1, 2, 7);
        assertThat(point.p50Micros()).isLessThan(200);
        assertThat(point.p99Micros()).isBetween(8_500.0, 9_500.0);
    }

    /** A node can use an unused part of its share later in the same period. */
    @Test
    void sharesOfAPeriodLoseLessToIdleMomentsThanSlowProcessors() {
        double slow =
                ClusterSimulation.run(NOTHING_BESIDE, Processors.whole(0.2, 1), 4, 8, 7)
                        .opsPerSecond();
        double share = ClusterSimulation.run(NOTHING_BESIDE, SHARE, 4, 8, 7).opsPerSecond();
        assertThat(share).isGreaterThan(slow).isLessThan(4 * 2_000);
    }

    /** With a very short period, a share acts like a slow processor. */
    @Test
    void aShareOfAShortPeriodIsASlowProcessor() {
        Processors fine = Processors.share(0.2, 1, 20);
        double share = ClusterSimulation.run(NOTHING_BESIDE, fine, 4, 8, 7).opsPerSecond();
        assertThat(share).isCloseTo(8_000 * 32 / 35.0, withinPercentage(2));
    }
}
