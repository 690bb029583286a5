// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.matrix;

import dev.firesteel.lab.ycsb.OperationResult;
import java.util.Map;

/**
 * The result of a cell.
 *
 * @param cell the cell
 * @param iops the limit of requests a second to its drive; 0 if there was none
 * @param dataBytes size of the rows on the drive
 * @param isSettled whether the rate was in steady state before the measurement
 * @param opsPerSecond successful operations a second
 * @param errors failed operations
 * @param readBytesPerOp bytes that the node read from drives for an operation, without page cache
 *     hits
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
