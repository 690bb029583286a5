// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.StartedNodes;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.network.Topology;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScaleSettingsTest {
    private static final List<Hardware> NONE = List.of();

    private static ScaleSettings settings(
            List<Integer> nodes, double cores, String workload, Mode mode, long heap) {
        return settings(List.of(kind(nodes, cores, mode, heap)), workload, 1, 0);
    }

    private static NodeKind kind(List<Integer> nodes, double cores, Mode mode, long heap) {
        return new NodeKind(
                "",
                nodes,
                cores,
                8,
                100,
                new StartedNodes(mode, Path.of("agent"), Path.of("data"), "127.0.0.1", heap, null));
    }

    private static ScaleSettings settings(
            List<NodeKind> kinds, String workload, int replicas, double rate) {
        return new ScaleSettings(
                kinds,
                new Workload(workload),
                new RowSize(10, 100),
                replicas,
                rate,
                3,
                10,
                10,
                null,
                List.of(17, 8, 17),
                NONE);
    }

    @Test
    void sizesAreMeasuredOnceEachAndRising() {
        ScaleSettings settings = settings(List.of(4, 1, 4), 0.2, "a", Mode.BATCH, 1 << 30);
        assertThat(settings.kinds().get(0).nodes()).containsExactly(1, 4);
        assertThat(settings.simulated()).containsExactly(8, 17);
        assertThat(settings.steps()).isEqualTo(6);
        assertThat(settings.properties(settings.clusters().get(1), 1))
                .containsEntry("recordcount", "400")
                .containsEntry("requestdistribution", "uniform");
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        refuses("--nodes must be 1 to 32", List.of(0), 0.2, "a", Mode.BATCH, 1 << 30);
        refuses("--nodes must be 1 to 32", List.of(33), 0.2, "a", Mode.BATCH, 1 << 30);
        refuses("--nodes names none", List.of(), 0.2, "a", Mode.BATCH, 1 << 30);
        refuses("--cores must be at least 0.1", List.of(1), 0.05, "a", Mode.BATCH, 1 << 30);
        refuses("--cores must be", List.of(1), Double.NaN, "a", Mode.BATCH, 1 << 30);
        refuses("--workload write", List.of(1), 0.2, "write", Mode.BATCH, 1 << 30);
        refuses("--workload d inserts", List.of(1), 0.2, "d", Mode.BATCH, 1 << 30);
        refuses("--mode none", List.of(1), 0.2, "a", Mode.NONE, 1 << 30);
        refuses("--heap must be at least 256 MiB", List.of(1), 0.2, "a", Mode.BATCH, 1 << 20);
    }

    @Test
    void aClusterIsWarmedUpForEachNodeAndOnceMore() {
        ScaleSettings settings = settings(List.of(1, 4), 0.2, "a", Mode.BATCH, 1 << 30);
        assertThat(settings.warmUpSeconds(1)).isEqualTo(2 * settings.warmUpSeconds());
        assertThat(settings.warmUpSeconds(4)).isEqualTo(5 * settings.warmUpSeconds());
    }

    @Test
    void whatTakesTooLongToSimulateIsRefused() {
        assertThatThrownBy(() -> SmallScale.settings(1, "huge=100000:1"))
                .hasMessageContaining("--simulate 17: 13600000 clients are more than the 200000");
    }

    @Test
    void anAddressThatIsNoLoopbackIsRefused() {
        assertThatThrownBy(
                        () -> SmallScale.settings(List.of(1), 1, Path.of("x"), "10.0.0.1", "a=1:1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("10.0.0.1");
    }

    private static void refuses(
            String message,
            List<Integer> nodes,
            double cores,
            String workload,
            Mode mode,
            long heap) {
        assertThatThrownBy(() -> settings(nodes, cores, workload, mode, heap))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void kindsOfNodesAreMeasuredInTurns() {
        NodeKind big = named("big", List.of(1), 0.4);
        NodeKind small = named("small", List.of(2, 4), 0.2);
        ScaleSettings settings = settings(List.of(big, small), "a", 1, 500);
        assertThat(settings.clusters())
                .containsExactly(
                        new ScaleSettings.Step(big, 1),
                        new ScaleSettings.Step(small, 2),
                        new ScaleSettings.Step(small, 4));
        assertThat(settings.steps()).isEqualTo(9);
        assertThat(settings.terms(small).kind()).isEqualTo("small");
        assertThat(settings.terms(small).perSecond()).isEqualTo(500);
    }

    @Test
    void moreReplicasThanNodesAreRefused() {
        assertThatThrownBy(() -> settings(List.of(named("a", List.of(1, 2), 0.2)), "a", 2, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "--replicas 2 is more than the smallest cluster of the kind a has nodes: 1");
        assertThatThrownBy(() -> settings(List.of(named("a", List.of(2), 0.2)), "a", 2, -1))
                .hasMessageContaining("--rate must be 0, for a closed loop, to 200000, not -1.0");
    }

    @Test
    void pairsOfOperationsHaveNoRate() {
        List<NodeKind> kinds = List.of(named("a", List.of(2), 0.2));
        settings(kinds, "f", 1, 0);
        assertThatThrownBy(() -> settings(kinds, "f", 1, 100))
                .hasMessageContaining("--rate is not possible with --workload f");
    }

    /** The simulation knows no other distances than those of the smallest cluster. */
    @Test
    void simulatesAClosedLoopOnAStarOnly() {
        assertThat(simulates(null, 0)).isTrue();
        assertThat(simulates("star:1ms", 0)).isTrue();
        assertThat(simulates("wan:75ms/3", 0)).isFalse();
        assertThat(simulates(null, 100)).isFalse();
    }

    private static boolean simulates(@Nullable String network, double rate) {
        NodeKind plain = named("a", List.of(2), 0.2);
        NodeKind kind =
                new NodeKind(
                        "a",
                        List.of(2),
                        0.2,
                        8,
                        100,
                        new StartedNodes(
                                Mode.BATCH,
                                Path.of("agent"),
                                Path.of("data"),
                                plain.started().address(),
                                1 << 30,
                                network == null ? null : Topology.parse(network)));
        return settings(List.of(kind), "a", 1, rate).simulates(kind);
    }

    private static NodeKind named(String name, List<Integer> nodes, double cores) {
        NodeKind kind = kind(nodes, cores, Mode.BATCH, 1 << 30);
        return new NodeKind(name, nodes, cores, 8, 100, kind.started());
    }
}
