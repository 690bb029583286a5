// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Terms that the figures of a {@link StalenessProbe} depend on.
 *
 * @param n replicas of a row
 * @param r the number of them that a read waits for
 * @param w the number that a write waits for
 * @param contactPoints of an existing cluster; empty if it was started
 * @param nodes the number of started nodes; 0 if none
 * @param cores the share of the machine's processors of each of these; 0 for no limit
 * @param mode the durability of an acknowledged write; empty if nodes were not started
 * @param network the network between started nodes and clients; null for the loopback interface
 * @param clients the number of concurrent clients
 * @param warmUpSeconds duration of the load before the measurement
 * @param seconds duration of the measurement
 */
public record ProbeTerms(
        int n,
        int r,
        int w,
        List<String> contactPoints,
        int nodes,
        double cores,
        String mode,
        @Nullable String network,
        int clients,
        int warmUpSeconds,
        int seconds) {}
