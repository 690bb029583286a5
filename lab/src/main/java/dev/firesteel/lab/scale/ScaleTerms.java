// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import java.util.List;

/**
 * What of the settings figures depend on.
 *
 * @param nodes how many there were, a cluster each
 * @param cores what each node had of the machine's processors
 * @param clients how many requests there were at once, for each node, in a closed loop
 * @param workload what clients did, to rows chosen uniformly
 * @param rows how many there were, for each node
 * @param fieldCount columns of a row
 * @param fieldLength characters of a column
 * @param mode what became of a write before it was acknowledged
 * @param heapBytes the heap of each node
 * @param rounds how often everything was measured
 * @param warmUpSeconds how long clusters were warmed up without a limit, for each node and once
 *     more
 * @param seconds how long each measurement took
 */
public record ScaleTerms(
        List<Integer> nodes,
        double cores,
        int clients,
        String workload,
        int rows,
        int fieldCount,
        int fieldLength,
        String mode,
        long heapBytes,
        int rounds,
        int warmUpSeconds,
        int seconds) {}
