// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a campaign.
 *
 * @param target the kind of node killed
 * @param seed the campaign's seed
 * @param nodes the number of nodes, each of which has every row
 * @param readers the number of clients that read rows being written
 * @param kills kills under load
 * @param startUpKills additional kills of a node during startup
 * @param cutReplays startup kills before the node's replay was over
 * @param inReplay startup kills during the replay itself
 * @param inReplayUnknown startup kills of which that is unknown, from older results
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param seen reads that returned a row
 * @param seenUnacknowledged keys with a value read that is newer than acknowledged
 * @param lost keys whose row was missing, or older than acknowledged
 * @param seenAndGone keys whose row was missing, or older than read before
 * @param phantom keys whose row was never written
 * @param corrupted rows whose content differs from the one written
 * @param histories histories of registers that were checked
 * @param linearizable whether all of them are linearizable; null if there were none
 * @param changes acknowledged changes of every kind
 * @param schemaChanges acknowledged schema changes
 * @param viewErrors partitions whose materialized view differs from them
 * @param restartSecondsMax the longest restart
 * @param faults the same for each kind of fault
 */
public record CampaignSummary(
        String target,
        long seed,
        int nodes,
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
        long seenAndGone,
        long phantom,
        long corrupted,
        int histories,
        @Nullable Boolean linearizable,
        long changes,
        long schemaChanges,
        long viewErrors,
        double restartSecondsMax,
        List<FaultSummary> faults) {

    static CampaignSummary of(
            String target, long seed, int nodes, int readers, List<CycleResult> cycles) {
        HistoryCounts histories =
                cycles.stream()
                        .map(cycle -> HistoryCounts.of(cycle.histories()))
                        .reduce(HistoryCounts.NONE, HistoryCounts::plus);
        ChangeCounts changes =
                cycles.stream()
                        .map(cycle -> ChangeCounts.of(cycle.changes()))
                        .reduce(ChangeCounts.NONE, ChangeCounts::plus);
        return new CampaignSummary(
                target,
                seed,
                nodes,
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
                histories.checked(),
                HistoryCounts.linearizable(histories),
                changes.acknowledged(),
                changes.schemaChanges(),
                changes.viewErrors(),
                cycles.stream().mapToDouble(CycleResult::restartSeconds).max().orElse(0),
                FaultSummary.of(cycles));
    }

    private static int count(List<CycleResult> cycles, Predicate<CycleResult> counts) {
        return (int) cycles.stream().filter(counts).count();
    }

    /**
     * Returns whether writes were acknowledged and all kept, values read were all kept, and every
     * fault tried several times struck at least once.
     */
    public boolean isClean() {
        boolean isKept =
                lost == 0
                        && seenAndGone == 0
                        && phantom == 0
                        && corrupted == 0
                        && viewErrors == 0
                        && !Boolean.FALSE.equals(linearizable);
        return isKept && acknowledged > 0 && !readsInVain() && faultsInVain().isEmpty();
    }

    /** Returns whether there were readers, and none of them read a row. */
    public boolean readsInVain() {
        return readers > 0 && seen == 0;
    }

    /** Returns the faults without evidence: tried several times, and never effective. */
    public List<String> faultsInVain() {
        return faults.stream().filter(FaultSummary::isInVain).map(FaultSummary::fault).toList();
    }
}
