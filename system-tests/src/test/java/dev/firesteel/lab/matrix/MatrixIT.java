// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ControlGroupException;
import dev.firesteel.lab.ResultsFile;
import dev.firesteel.lab.bench.BenchException;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.NodeLimits;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a matrix resumes, that a slow drive is slow, and that only results remain. */
@Tag("full")
class MatrixIT {
    private static final String NAME = "firesteel-matrix-test";

    @TempDir Path directory;

    private final TellingListener listener = new TellingListener();

    @Test
    void measuresWhatIsMissingAndLeavesNothingBehindButResults() throws Exception {
        assumeTrue(isPossible(), "skipped: no right to limit memory and requests");
        MatrixSettings settings = SmallMatrix.in(directory, Path.of("unused"), Mode.BATCH);
        Matrix matrix = matrix(settings);
        List<MatrixCell> cells = settings.cells();
        ResultsFile<MatrixTerms, MatrixResult> before = matrix.open();
        List<MatrixCell> missing =
                List.of(
                        new MatrixCell("c", "uniform", 0.3, "fast"),
                        new MatrixCell("c", "uniform", 0.3, "slow"));
        for (MatrixCell cell : cells)
            if (!missing.contains(cell)) before.add(SmallMatrix.result(cell, 1));

        CassandraNode orphan = loading(settings);

        matrix.run();

        assertThat(orphan.isAlive()).isFalse();
        assertThat(listener.told)
                .containsSubsequence("starting 7", "loading", "loaded", "starting 8");
        assertThat(listener.told.stream().filter("loaded"::equals)).hasSize(1);
        List<MatrixResult> results = matrix.results();
        assertThat(results.stream().map(MatrixResult::cell)).containsAll(cells);
        MatrixResult fast = of(missing.get(0), results);
        MatrixResult slow = of(missing.get(1), results);
        assertThat(fast.opsPerSecond()).isPositive();
        assertThat(slow.iops()).isEqualTo(30);
        assertThat(slow.readBytesPerOp()).isPositive();
        assertThat(slow.opsPerSecond()).isLessThan(fast.opsPerSecond());
        try (var left = Files.walk(directory).filter(Files::isRegularFile)) {
            assertThat(left)
                    .containsExactlyInAnyOrder(
                            settings.results(), directory.resolve("firesteel-matrix/lock"));
        }
        String group = MatrixRun.groupName(settings.storages().get(0));
        for (String controller : List.of("", "memory", "blkio"))
            assertThat(ControlGroup.ROOT.resolve(controller).resolve(group)).doesNotExist();
    }

    /** Starts a node like that of a matrix killed while it loads rows. */
    private static CassandraNode loading(MatrixSettings settings) throws IOException {
        Path rows = MatrixRun.directory(settings.storages().get(1)).resolve("data/loaded");
        return CassandraNode.at(rows).address(settings.address()).start();
    }

    private static MatrixResult of(MatrixCell cell, List<MatrixResult> results) {
        return results.stream().filter(each -> each.cell().equals(cell)).findFirst().orElseThrow();
    }

    private Matrix matrix(MatrixSettings settings) {
        return new Matrix(
                settings,
                "test",
                journal -> {},
                listener,
                InstantSource.system(), // owns clock
                System::nanoTime);
    }

    private boolean isPossible() throws IOException {
        try {
            NodeLimits.make(NAME, 1 << 30, directory, 200).close();
            return true;
        } catch (ControlGroupException | BenchException e) {
            return false;
        }
    }
}
