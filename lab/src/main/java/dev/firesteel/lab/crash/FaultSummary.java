// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.List;

/**
 * What one kind of fault showed.
 *
 * @param fault its name
 * @param kills how often a node was struck by it
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param refused writes that the node refused, so that clients may try again
 * @param lost keys whose row was gone, or older than what was acknowledged
 * @param phantom keys whose row nobody tried to write
 * @param corrupted rows whose content was not what was written
 * @param restartSecondsMax the longest restart
 */
public record FaultSummary(
        String fault,
        int kills,
        long attempted,
        long acknowledged,
        long refused,
        long lost,
        long phantom,
        long corrupted,
        double restartSecondsMax) {

    /** One for each kind, in the order in which they came. */
    static List<FaultSummary> of(List<CycleResult> cycles) {
        return cycles.stream().map(CycleResult::fault).distinct().map(f -> of(f, cycles)).toList();
    }

    private static FaultSummary of(String fault, List<CycleResult> cycles) {
        List<CycleResult> struck = cycles.stream().filter(c -> c.fault().equals(fault)).toList();
        return new FaultSummary(
                fault,
                struck.size(),
                struck.stream().mapToLong(CycleResult::attempted).sum(),
                struck.stream().mapToLong(CycleResult::acknowledged).sum(),
                struck.stream().mapToLong(CycleResult::refused).sum(),
                struck.stream().mapToLong(CycleResult::lost).sum(),
                struck.stream().mapToLong(CycleResult::phantom).sum(),
                struck.stream().mapToLong(CycleResult::corrupted).sum(),
                struck.stream().mapToDouble(CycleResult::restartSeconds).max().orElse(0));
    }
}
