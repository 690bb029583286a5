// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.List;

/**
 * What the figures of a {@link StalenessProbe} depend on.
 *
 * @param n replicas of a row
 * @param r for how many of them a read waits
 * @param w for how many a write
 * @param contactPoints of a cluster that was there; empty if it was started
 * @param nodes how many were started; 0 if none
 * @param cores what each of these had of the machine's processors; 0 for no limit
 * @param mode what became of a write before it was acknowledged; empty if nodes were not started
 * @param clients how many wrote and read at once
 * @param warmUpSeconds how long before anything counted
 * @param seconds how long it was measured
 */
public record ProbeTerms(
        int n,
        int r,
        int w,
        List<String> contactPoints,
        int nodes,
        double cores,
        String mode,
        int clients,
        int warmUpSeconds,
        int seconds) {}
