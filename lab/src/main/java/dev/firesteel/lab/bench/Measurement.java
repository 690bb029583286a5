// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ycsb.YcsbResult;

/**
 * One measurement.
 *
 * @param round its round, from 1
 * @param mode the mode
 * @param cell what was measured
 * @param loop when operations began
 * @param targetPerSecond the rate of an open loop; 0 for a closed one
 * @param warmUp what went before
 * @param result how the operations went
 * @param cost what they cost
 * @param device the device that holds the log; empty if nobody counts what is written there
 * @param isFlushed whether rows had left memory that were to stay there
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
