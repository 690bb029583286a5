// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.List;

/**
 * What one kind of fault showed.
 *
 * @param fault its name
 * @param kills how often a node was killed with it
 * @param struck how often it struck then; otherwise it was a mere kill, or less than it should be
 * @param struckUnknown of how many kills that is not known, for older results do not say
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param refused writes that the node refused, so that clients may try again
 * @param seen reads that showed a row
 * @param lost keys whose row was gone, or older than what was acknowledged
 * @param gone keys whose row was gone, or older than what a reader saw
 * @param phantom keys whose row nobody tried to write
 * @param corrupted rows whose content was not what was written
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
        long gone,
        long phantom,
        long corrupted,
        double restartSecondsMax) {

    /** So often without an effect, a fault has shown nothing. */
    private static final int VAIN_FROM = 3;

    /** Whether it never struck, though it was tried some times. */
    boolean isInVain() {
        return kills >= VAIN_FROM && struck == 0 && struckUnknown == 0;
    }

    /** One for each kind, in the order in which they came. */
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
