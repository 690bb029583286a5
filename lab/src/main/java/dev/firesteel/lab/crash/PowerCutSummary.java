// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.drive.PowerLoss;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What a campaign of power cuts showed.
 *
 * @param target what was cut off
 * @param kind what the drive of the log is used as
 * @param lying whether that drive lies
 * @param seed the campaign's seed
 * @param readers how many clients read what was being written
 * @param cuts how often the power was cut
 * @param startUpCuts cuts while the node started, on top of these
 * @param harmful after how many of these a sector was dropped or torn that had been written
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param seen reads that showed a row
 * @param seenUnacknowledged keys of which a value was seen that is newer than what was acknowledged
 * @param unread cuts after which damage was reported and no row could be read: of these nothing is
 *     in the next five figures
 * @param lost keys whose row was gone, or older than what was acknowledged
 * @param lostReported how many of them after damage was reported
 * @param gone keys whose row was gone, or older than what a reader saw
 * @param phantom keys whose row nobody tried to write
 * @param corrupted rows whose content was not what was written
 * @param promisedRecordsLost records of the journal that a drive that lies has lost
 * @param tellable how many of them a record tells of that was not lost
 * @param lossyCuts cuts with which such records were lost
 * @param lossyCutsReported after how many of these damage was reported
 * @param tellableCuts cuts with which such records were lost, and a record was left that tells
 * @param tellableCutsReported after how many of these damage was reported
 * @param reported cuts after which damage was reported: the node refused to start and named it, or
 *     the log's file system could not be mounted
 * @param falseAlarms how many of these with which the drive had kept all that it had promised
 * @param silent cuts after which something was lost that could have been reported, or that the
 *     drive had kept, and nothing was reported
 * @param untold cuts after which something was lost that a drive that lies had lost, and with it
 *     everything that could have told of it
 * @param restartSecondsMax the longest restart
 */
public record PowerCutSummary(
        String target,
        String kind,
        boolean lying,
        long seed,
        int readers,
        int cuts,
        long startUpCuts,
        long harmful,
        long attempted,
        long acknowledged,
        long seen,
        long seenUnacknowledged,
        long unread,
        long lost,
        long lostReported,
        long gone,
        long phantom,
        long corrupted,
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

    static PowerCutSummary of(
            String target,
            NodeDrives drives,
            long seed,
            int readers,
            List<PowerCutResult> results) {
        return new PowerCutSummary(
                target,
                drives.kind().toString(),
                drives.isLying(),
                seed,
                readers,
                results.size(),
                count(results, PowerCutResult::startUpCut),
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
     * Whether writes were acknowledged and values seen, and every one of them kept, or its loss
     * reported where it could be told; and nothing was reported, or there, that should not be.
     */
    public boolean isClean() {
        boolean isHonestlyKept = lying || (lost == 0 && gone == 0 && reported == 0);
        return acknowledged > 0
                && !readsInVain()
                && phantom == 0
                && corrupted == 0
                && silent == 0
                && falseAlarms == 0
                && isHonestlyKept;
    }

    /** Whether there were readers, and none of them saw anything. */
    public boolean readsInVain() {
        return readers > 0 && seen == 0;
    }
}
