// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.List;

/**
 * Summary of one kind of fault.
 *
 * @param fault its name
 * @param kills kills with the fault
 * @param struck kills with the intended effect; the others were mere kills, or had less effect
 * @param struckUnknown kills of which that is unknown, from older results
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param refused writes that the node refused, which clients may retry
 * @param seen reads that returned a row
 * @param lost keys whose row was missing, or older than acknowledged
 * @param seenAndGone keys whose row was missing, or older than read before
 * @param phantom keys whose row was never written
 * @param corrupted rows whose content differs from the one written
 * @param restartSecondsMax the longest restart
 */
public record FaultSummary(
        String fault,
        int kills,
        int struck,
        int struckUnknown,
        long attempted,
        long acknowledged,
        long refused,
        long seen,
        long lost,
        long seenAndGone,
        long phantom,
        long corrupted,
        double restartSecondsMax) {

    /** Number of kills without an effect from which a fault gives no evidence. */
    private static final int VAIN_FROM = 3;

    /** Returns whether it never struck in several kills. */
    boolean isInVain() {
        return kills >= VAIN_FROM && struck == 0 && struckUnknown == 0;
    }

    /** Returns a summary for each kind, in the order of their first kills. */
    static List<FaultSummary> of(List<CycleResult> cycles) {
        return cycles.stream().map(CycleResult::fault).distinct().map(f -> of(f, cycles)).toList();
    }

    private static FaultSummary of(String fault, List<CycleResult> cycles) {
        List<CycleResult> kills = cycles.stream().filter(c -> c.fault().equals(fault)).toList();
        return new FaultSummary(
                fault,
                kills.size(),
                (int) kills.stream().filter(CycleResult::isStruck).count(),
                (int) kills.stream().filter(CycleResult::isStruckUnknown).count(),
                kills.stream().mapToLong(CycleResult::attempted).sum(),
                kills.stream().mapToLong(CycleResult::acknowledged).sum(),
                kills.stream().mapToLong(CycleResult::refused).sum(),
                kills.stream().mapToLong(CycleResult::seen).sum(),
                kills.stream().mapToLong(CycleResult::lost).sum(),
                kills.stream().mapToLong(CycleResult::gone).sum(),
                kills.stream().mapToLong(CycleResult::phantom).sum(),
                kills.stream().mapToLong(CycleResult::corrupted).sum(),
                kills.stream().mapToDouble(CycleResult::restartSeconds).max().orElse(0));
    }
}
