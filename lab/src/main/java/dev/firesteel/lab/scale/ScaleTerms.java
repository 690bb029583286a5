// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings that figures depend on.
 *
 * @param nodes the numbers of nodes, a cluster each
 * @param cores each node's share of the machine's processors
 * @param clients the number of concurrent requests, for each node, in a closed loop
 * @param workload the clients' operations, on rows chosen uniformly
 * @param rows the number of rows, for each node
 * @param fieldCount columns of a row
 * @param fieldLength characters of a column
 * @param mode the durability of an acknowledged write
 * @param heapBytes the heap of each node
 * @param network the network between nodes and clients; null for the loopback interface
 * @param rounds how often everything was measured
 * @param warmUpSeconds duration of the warm-up of clusters without a limit, for each node and once
 *     more
 * @param seconds duration of each measurement
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
        @Nullable String network,
        int rounds,
        int warmUpSeconds,
        int seconds) {}
