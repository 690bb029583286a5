// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.drive.PowerLoss;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a campaign of power cuts.
 *
 * @param target the kind of node cut off; several, with commas, if there are several
 * @param kind the use of the log's drive, likewise
 * @param lying whether that drive lies
 * @param seed the campaign's seed
 * @param nodes the number of nodes, all of which are cut off each time
 * @param readers the number of clients that read rows being written
 * @param cuts the number of power cuts
 * @param startUpCuts additional cuts during startup
 * @param stalls cuts before which the drives of a node stalled
 * @param partitions cuts before which there was a partition around a node
 * @param harmful cuts that dropped or tore a written sector
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param seen reads that returned a row
 * @param seenUnacknowledged keys with a value read that is newer than acknowledged
 * @param unread cuts after which damage was reported and no row could be read; they add nothing to
 *     the next five figures
 * @param lost keys whose row was missing, or older than acknowledged
 * @param lostReported the part of {@code lost} after damage was reported
 * @param seenAndGone keys whose row was missing, or older than read before
 * @param phantom keys whose row was never written
 * @param corrupted rows whose content differs from the one written
 * @param histories histories of registers that were checked
 * @param linearizable whether all of them are linearizable; null if there were none
 * @param changes acknowledged changes of every kind
 * @param schemaChanges acknowledged schema changes
 * @param viewErrors partitions whose materialized view differs from them
 * @param promisedRecordsLost records of the journal that a lying drive has lost
 * @param tellable the number of them that a surviving record proves lost
 * @param lossyCuts cuts with such lost records
 * @param lossyCutsReported the part of them after which damage was reported
 * @param tellableCuts cuts with such lost records and a surviving record that proves it
 * @param tellableCutsReported the part of them after which damage was reported
 * @param reported cuts after which damage was reported: the node refused to start and named it, or
 *     the log's file system could not be mounted
 * @param falseAlarms the part of them in which the drive kept all writes reported stable
 * @param silent cuts with losses that were detectable, or that the drive had kept, and no report
 * @param untold cuts with losses of a lying drive that it lost all evidence of
 * @param restartSecondsMax the longest restart
 */
public record PowerCutSummary(
        String target,
        String kind,
        boolean lying,
        long seed,
        int nodes,
        int readers,
        int cuts,
        long startUpCuts,
        long stalls,
        long partitions,
        long harmful,
        long attempted,
        long acknowledged,
        long seen,
        long seenUnacknowledged,
        long unread,
        long lost,
        long lostReported,
        long seenAndGone,
        long phantom,
        long corrupted,
        int histories,
        @Nullable Boolean linearizable,
        long changes,
        long schemaChanges,
        long viewErrors,
        long promisedRecordsLost,
        long tellable,
        long lossyCuts,
        long lossyCutsReported,
        long tellableCuts,
        long tellableCutsReported,
        long reported,
        long falseAlarms,
        long silent,
        long untold,
        double restartSecondsMax) {

    static PowerCutSummary of(PowerCutSettings settings, List<PowerCutResult> results) {
        HistoryCounts histories =
                results.stream()
                        .map(result -> HistoryCounts.of(result.histories()))
                        .reduce(HistoryCounts.NONE, HistoryCounts::plus);
        ChangeCounts changes =
                results.stream()
                        .map(result -> ChangeCounts.of(result.changes()))
                        .reduce(ChangeCounts.NONE, ChangeCounts::plus);
        return new PowerCutSummary(
                settings.target(),
                settings.kind(),
                settings.first().drives().isLying(),
                settings.seed(),
                settings.load().replicas(),
                settings.load().readers(),
                results.size(),
                count(results, PowerCutResult::startUpCut),
                count(results, result -> result.stallSeconds() > 0),
                count(results, result -> result.partitionSeconds() > 0),
                count(results, PowerCutSummary::isHarmful),
                sum(results, PowerCutResult::attempted),
                sum(results, PowerCutResult::acknowledged),
                sum(results, PowerCutResult::seen),
                sum(results, PowerCutResult::seenUnacknowledged),
                count(results, PowerCutResult::unread),
                sum(results, PowerCutResult::lost),
                sum(results, PowerCutResult::lostReported),
                sum(results, PowerCutResult::gone),
                sum(results, PowerCutResult::phantom),
                sum(results, PowerCutResult::corrupted),
                histories.checked(),
                HistoryCounts.linearizable(histories),
                changes.acknowledged(),
                changes.schemaChanges(),
                changes.viewErrors(),
                sum(results, PowerCutResult::promisedRecordsLost),
                sum(results, PowerCutResult::tellable),
                count(results, PowerCutSummary::isLossy),
                count(results, result -> isLossy(result) && result.reported()),
                count(results, PowerCutSummary::isTellable),
                count(results, result -> isTellable(result) && result.reported()),
                count(results, PowerCutResult::reported),
                count(results, PowerCutResult::isFalseAlarm),
                count(results, PowerCutResult::isSilent),
                count(results, PowerCutResult::isUntold),
                results.stream().mapToDouble(PowerCutResult::restartSeconds).max().orElse(0));
    }

    private static long count(List<PowerCutResult> results, Predicate<PowerCutResult> which) {
        return results.stream().filter(which).count();
    }

    private static long sum(List<PowerCutResult> results, ToLongFunction<PowerCutResult> what) {
        return results.stream().mapToLong(what).sum();
    }

    private static boolean isLossy(PowerCutResult result) {
        return result.promisedRecordsLost() > 0;
    }

    private static boolean isTellable(PowerCutResult result) {
        return result.tellable() > 0;
    }

    private static boolean isHarmful(PowerCutResult result) {
        return result.drives().tolls().stream().anyMatch(PowerLoss.Toll::isHarmful);
    }

    /**
     * Returns whether writes were acknowledged and values read, and all of them kept, or their
     * detectable losses reported. There must be no false reports or rows.
     */
    public boolean isClean() {
        boolean isHonestlyKept = lying || (lost == 0 && seenAndGone == 0 && reported == 0);
        return acknowledged > 0
                && !readsInVain()
                && phantom == 0
                && corrupted == 0
                && viewErrors == 0
                && !Boolean.FALSE.equals(linearizable)
                && silent == 0
                && falseAlarms == 0
                && isHonestlyKept;
    }

    /** Returns whether there were readers, and none of them read a row. */
    public boolean readsInVain() {
        return readers > 0 && seen == 0;
    }
}
