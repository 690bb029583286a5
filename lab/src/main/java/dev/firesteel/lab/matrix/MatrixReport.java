// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.ycsb.OperationResult;
import java.util.List;

/**
 * All results of a matrix, for machines.
 *
 * @param isComplete whether every cell was measured
 * @param cells one for each kind of operation of each measured cell
 */
public record MatrixReport(boolean isComplete, List<Figure> cells) {
    /**
     * One kind of operation of a cell.
     *
     * @param workload the clients' operations
     * @param distribution the distribution of rows
     * @param dataToMemory size of the rows, relative to the memory for caches
     * @param storage the name of their storage
     * @param iops the limit of requests a second to the drive; 0 if there was none
     * @param isSettled whether the rate was in steady state before the measurement
     * @param errors failed operations of all kinds
     * @param operation {@code read}, {@code update} and others of YCSB
     * @param opsPerSecond successful operations of all kinds a second
     * @param meanMicros the mean latency of this kind, in microseconds
     * @param p50Micros its median
     * @param p99Micros its 99th percentile
     * @param readBytesPerOp bytes that the node read from drives, for an operation of any kind
     */
    public record Figure(
            String workload,
            String distribution,
            double dataToMemory,
            String storage,
            int iops,
            boolean isSettled,
            long errors,
            String operation,
            double opsPerSecond,
            double meanMicros,
            double p50Micros,
            double p99Micros,
            double readBytesPerOp) {}

    /** Returns the report of what was measured so far. */
    public static MatrixReport of(MatrixSettings settings, List<MatrixResult> results) {
        List<MatrixCell> cells = settings.cells();
        return new MatrixReport(
                results.stream().map(MatrixResult::cell).toList().containsAll(cells),
                results.stream()
                        .filter(result -> cells.contains(result.cell()))
                        .flatMap(
                                result ->
                                        result.operations().entrySet().stream()
                                                .map(
                                                        each ->
                                                                figure(
                                                                        result,
                                                                        each.getKey(),
                                                                        each.getValue())))
                        .toList());
    }

    private static Figure figure(MatrixResult result, String kind, OperationResult operation) {
        MatrixCell cell = result.cell();
        return new Figure(
                cell.workload(),
                cell.distribution(),
                cell.dataToMemory(),
                cell.storage(),
                result.iops(),
                result.isSettled(),
                result.errors(),
                kind,
                result.opsPerSecond(),
                operation.meanMicros(),
                operation.p50Micros(),
                operation.p99Micros(),
                result.readBytesPerOp());
    }
}
