// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PowerCutSettingsTest {
    private static final int HONEST = 0;
    private static final int LYING = 64;

    @Test
    void nameTheirFaults() {
        Set<LoadFault> both = Set.of(LoadFault.PARTITION, LoadFault.STALL);
        assertThat(settings(3, HONEST, both).faultNames()).isEqualTo("stall, partition");
        assertThat(settings(1, HONEST, Set.of()).faultNames()).isEmpty();
    }

    @Test
    void refuseAPartitionOfOneNode() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, HONEST, Set.of(LoadFault.PARTITION)))
                .withMessage("a partition needs several nodes: give --nodes 2 or more");
    }

    @Test
    void refuseFaultsWithLyingDrives() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(1, LYING, Set.of(LoadFault.STALL)))
                .withMessageContaining("--faults cannot be combined with --lying");
    }

    private static PowerCutSettings settings(int nodes, int volatileWrites, Set<LoadFault> faults) {
        NodeDrives drives =
                new NodeDrives(
                        Path.of("drives"), NodeDrives.Kind.RAW, volatileWrites, 1 << 20, null);
        return new PowerCutSettings(
                Path.of("campaign"),
                5,
                5,
                IntStream.rangeClosed(1, nodes)
                        .mapToObj(
                                number ->
                                        new PoweredNode(
                                                drives,
                                                new StockTarget(StockTarget.BATCH),
                                                "127.0.0." + number))
                        .toList(),
                LedgerLoad.ofRows(LedgerShape.ofKeys(9), 3, 3, nodes),
                1_000,
                "512M",
                faults);
    }
}
