// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.ycsb.OperationResult;
import java.util.Map;

/**
 * What came of a cell.
 *
 * @param cell which one
 * @param iops the limit of requests a second to its drive; 0 if there was none
 * @param dataBytes how large the rows were on the drive
 * @param isSettled whether the rate had settled before it was measured
 * @param opsPerSecond operations that succeeded, a second
 * @param errors operations that failed
 * @param readBytesPerOp what the node read from drives for an operation; what it found in the page
 *     cache does not count
 * @param operations each kind of operation, with its latencies in microseconds
 */
public record MatrixResult(
        MatrixCell cell,
        int iops,
        long dataBytes,
        boolean isSettled,
        double opsPerSecond,
        long errors,
        double readBytesPerOp,
        Map<String, OperationResult> operations) {}
