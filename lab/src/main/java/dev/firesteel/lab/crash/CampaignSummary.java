// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.List;
import java.util.function.Predicate;

/**
 * What a campaign showed.
 *
 * @param target what was killed
 * @param seed the campaign's seed
 * @param readers how many clients read what was being written
 * @param kills kills under load
 * @param startUpKills kills of a node that was starting, on top of these
 * @param cutReplays how many of these came before the node's replay was over
 * @param inReplay how many of those hit the replay itself: it had begun
 * @param inReplayUnknown of how many of those that is not known, for older results do not say
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param seen reads that showed a row
 * @param seenUnacknowledged keys of which a value was seen that is newer than what was acknowledged
 * @param lost keys whose row was gone, or older than what was acknowledged
 * @param gone keys whose row was gone, or older than what a reader saw
 * @param phantom keys whose row nobody tried to write
 * @param corrupted rows whose content was not what was written
 * @param restartSecondsMax the longest restart
 * @param faults the same for each kind of fault
 */
public record CampaignSummary(
        String target,
        long seed,
        int readers,
        int kills,
        int startUpKills,
        int cutReplays,
        int inReplay,
        int inReplayUnknown,
        long attempted,
        long acknowledged,
        long seen,
        long seenUnacknowledged,
        long lost,
        long gone,
        long phantom,
        long corrupted,
        double restartSecondsMax,
        List<FaultSummary> faults) {

    static CampaignSummary of(String target, long seed, int readers, List<CycleResult> cycles) {
        return new CampaignSummary(
                target,
                seed,
                readers,
                cycles.size(),
                count(cycles, CycleResult::startUpKill),
                count(cycles, CycleResult::cutReplay),
                count(cycles, CycleResult::isInReplay),
                count(cycles, CycleResult::isReplayUnknown),
                cycles.stream().mapToLong(CycleResult::attempted).sum(),
                cycles.stream().mapToLong(CycleResult::acknowledged).sum(),
                cycles.stream().mapToLong(CycleResult::seen).sum(),
                cycles.stream().mapToLong(CycleResult::seenUnacknowledged).sum(),
                cycles.stream().mapToLong(CycleResult::lost).sum(),
                cycles.stream().mapToLong(CycleResult::gone).sum(),
                cycles.stream().mapToLong(CycleResult::phantom).sum(),
                cycles.stream().mapToLong(CycleResult::corrupted).sum(),
                cycles.stream().mapToDouble(CycleResult::restartSeconds).max().orElse(0),
                FaultSummary.of(cycles));
    }

    private static int count(List<CycleResult> cycles, Predicate<CycleResult> counts) {
        return (int) cycles.stream().filter(counts).count();
    }

    /**
     * Whether writes were acknowledged and every one of them kept, values were seen and every one
     * of them kept, and no fault never struck.
     */
    public boolean isClean() {
        boolean isKept = lost == 0 && gone == 0 && phantom == 0 && corrupted == 0;
        return isKept && acknowledged > 0 && !readsInVain() && faultsInVain().isEmpty();
    }

    /** Whether there were readers, and none of them saw anything. */
    public boolean readsInVain() {
        return readers > 0 && seen == 0;
    }

    /** Faults of which this shows nothing: they were tried some times, and never struck. */
    public List<String> faultsInVain() {
        return faults.stream().filter(FaultSummary::isInVain).map(FaultSummary::fault).toList();
    }
}
