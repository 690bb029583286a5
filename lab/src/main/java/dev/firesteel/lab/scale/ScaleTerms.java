// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings that figures depend on.
 *
 * @param kind the kind of nodes; empty if there is only one
 * @param nodes the numbers of nodes, a cluster each
 * @param cores each node's share of the machine's processors
 * @param clients the number of concurrent requests, for each node
 * @param workload the clients' operations, on rows chosen uniformly
 * @param rows the number of rows, for each node
 * @param fieldCount columns of a row
 * @param fieldLength characters of a column
 * @param replicas the number of replicas of a row
 * @param perSecond the rate offered to a cluster in an open loop; 0 for a closed loop
 * @param mode the durability of an acknowledged write
 * @param heapBytes the heap of each node
 * @param network the network between nodes and clients; null for the loopback interface
 * @param rounds how often everything was measured
 * @param warmUpSeconds duration of the warm-up of clusters without a limit, for each node and once
 *     more
 * @param seconds duration of each measurement
 */
public record ScaleTerms(
        String kind,
        List<Integer> nodes,
        double cores,
        int clients,
        String workload,
        int rows,
        int fieldCount,
        int fieldLength,
        int replicas,
        double perSecond,
        String mode,
        long heapBytes,
        @Nullable String network,
        int rounds,
        int warmUpSeconds,
        int seconds) {}
