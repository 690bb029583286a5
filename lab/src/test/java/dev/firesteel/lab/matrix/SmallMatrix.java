// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.Machine;
import dev.firesteel.lab.ResultLine;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.lab.memory.Keys;
import dev.firesteel.lab.ycsb.OperationResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Two workloads, two sizes, two drives. */
final class SmallMatrix {
    static final ResultLine.Origin<MatrixTerms> ORIGIN = origin("5.0.9");

    private SmallMatrix() {}

    static MatrixSettings in(Path directory, Path agent, Mode mode) {
        return new MatrixSettings(
                List.of(new Workload("a"), new Workload("c")),
                List.of(Keys.UNIFORM),
                List.of(0.1, 0.3),
                List.of(new Storage("fast", directory, 0), new Storage("slow", directory, 30)),
                directory.resolve("results/matrix.jsonl"),
                agent,
                mode,
                "127.0.43.20",
                64L << 20,
                400L << 20,
                new RowSize(10, 100),
                4,
                1,
                2,
                false);
    }

    static ResultLine.Origin<MatrixTerms> origin(String cassandra) {
        return new ResultLine.Origin<>(
                "0.1.0",
                cassandra,
                new Machine(2, "Linux", "amd64", "17"),
                in(Path.of("/d"), Path.of("/agent"), Mode.BATCH).terms());
    }

    static MatrixResult result(MatrixCell cell, double rate) {
        OperationResult reads = new OperationResult(100, 0, 1_234.4, 1_000, 5_000, 9_000, 10_000);
        int iops = cell.storage().equals("slow") ? 30 : 0;
        return new MatrixResult(cell, iops, 1 << 20, true, rate, 0, 2_048, Map.of("read", reads));
    }
}
