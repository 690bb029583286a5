// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ycsb.YcsbResult;

/**
 * One measurement.
 *
 * @param round its round, from 1
 * @param mode the mode
 * @param cell the workload and number of clients
 * @param loop when operations began
 * @param targetPerSecond the rate of an open loop; 0 for a closed one
 * @param warmUp the warm-up before it
 * @param result the result of the operations
 * @param cost their cost
 * @param device the device that holds the log; empty if it has no counters
 * @param isFlushed whether memtables were flushed that were meant to stay in memory
 */
public record Measurement(
        int round,
        Mode mode,
        Cell cell,
        Loop loop,
        double targetPerSecond,
        WarmUp warmUp,
        YcsbResult result,
        Cost cost,
        String device,
        boolean isFlushed) {}
