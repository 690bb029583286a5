// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import dev.firesteel.lab.network.NetworkFigures;
import dev.firesteel.lab.ycsb.OperationResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of one cluster.
 *
 * @param round from 1
 * @param kind the kind of nodes; empty if there is only one
 * @param nodes the number of nodes
 * @param clients concurrent requests, for all nodes together
 * @param opsPerSecond successful operations a second
 * @param meanMicros the mean latency, in microseconds
 * @param p50Micros the median
 * @param p99Micros the 99th percentile
 * @param p999Micros the 99.9th percentile
 * @param errors failed operations
 * @param operations the same for each kind of operation
 * @param nodeMicrosPerOp processor time of all nodes together for an operation
 * @param usedCores processors that a node used, on average
 * @param loneMicros the mean latency of one client alone, before nodes were limited
 * @param isSettled whether the rate was in steady state before nodes were limited
 * @param machineBusy the busy share of the machine's processors, 0 to 1
 * @param network the network between nodes and clients; null for the loopback interface
 */
public record ScalePoint(
        int round,
        String kind,
        int nodes,
        int clients,
        double opsPerSecond,
        double meanMicros,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        long errors,
        Map<String, OperationResult> operations,
        double nodeMicrosPerOp,
        double usedCores,
        double loneMicros,
        boolean isSettled,
        double machineBusy,
        @Nullable NetworkFigures network) {}
