// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.firesteel.lab.bench.Mode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixTableTest {
    private final MatrixSettings settings =
            SmallMatrix.in(Path.of("/data"), Path.of("/agent"), Mode.BATCH);

    @Test
    void hasTheLayoutOfThePaperAndADashForWhatIsMissing() {
        List<MatrixResult> results =
                List.of(
                        SmallMatrix.result(new MatrixCell("a", "uniform", 0.1, "fast"), 12_345),
                        SmallMatrix.result(new MatrixCell("a", "uniform", 0.3, "slow"), 678));
        assertThat(new MatrixTable(settings, results).lines().subList(0, 12))
                .containsExactly(
                        "Workload A: operations a second",
                        "data / memory                                     0.1x              0.3x",
                        "fast uniform                                    12,345                 -",
                        "slow (limited to 30 IOPS) uniform                    -               678",
                        "",
                        "Workload A: mean latency, read / update, us",
                        "data / memory                                     0.1x              0.3x",
                        "fast uniform                                 1,234 / -                 -",
                        "slow (limited to 30 IOPS) uniform                    -         1,234 / -",
                        "",
                        "Workload A: KiB read from the drive for an operation",
                        "data / memory                                     0.1x              0.3x");
    }

    @Test
    void machinesAreToldWhetherItIsComplete() {
        List<MatrixResult> all =
                settings.cells().stream().map(cell -> SmallMatrix.result(cell, 1)).toList();
        assertThat(MatrixReport.of(settings, all).isComplete()).isTrue();
        assertThat(MatrixReport.of(settings, all.subList(1, all.size())).isComplete()).isFalse();
        assertThat(MatrixReport.of(settings, all).cells()).hasSize(8);
    }
}
