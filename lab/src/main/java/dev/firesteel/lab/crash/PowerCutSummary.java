// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.drive.PowerLoss;
import java.util.List;

/**
 * What a campaign of power cuts showed.
 *
 * @param target what was cut off
 * @param kind what the drive of the log is used as
 * @param lying whether that drive lies
 * @param seed the campaign's seed
 * @param cuts how often the power was cut
 * @param startUpCuts cuts while the node started, on top of these
 * @param harmful after how many of these a sector was dropped or torn that had been written
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param lost keys whose row was gone, or older than what was acknowledged
 * @param phantom keys whose row nobody tried to write
 * @param corrupted rows whose content was not what was written
 * @param reported cuts after which damage was reported: the node refused to start
 * @param silent cuts after which something was lost that could have been reported, and was not
 * @param untold cuts after which a drive that lies had lost the end of the log, and everything that
 *     could have told of it
 * @param restartSecondsMax the longest restart
 */
public record PowerCutSummary(
        String target,
        String kind,
        boolean lying,
        long seed,
        int cuts,
        long startUpCuts,
        long harmful,
        long attempted,
        long acknowledged,
        long lost,
        long phantom,
        long corrupted,
        long reported,
        long silent,
        long untold,
        double restartSecondsMax) {

    static PowerCutSummary of(
            String target, NodeDrives drives, long seed, List<PowerCutResult> results) {
        return new PowerCutSummary(
                target,
                drives.kind().toString(),
                drives.isLying(),
                seed,
                results.size(),
                results.stream().filter(PowerCutResult::startUpCut).count(),
                results.stream().filter(PowerCutSummary::isHarmful).count(),
                results.stream().mapToLong(PowerCutResult::attempted).sum(),
                results.stream().mapToLong(PowerCutResult::acknowledged).sum(),
                results.stream().mapToLong(PowerCutResult::lost).sum(),
                results.stream().mapToLong(PowerCutResult::phantom).sum(),
                results.stream().mapToLong(PowerCutResult::corrupted).sum(),
                results.stream().filter(PowerCutResult::reported).count(),
                results.stream().filter(PowerCutResult::isSilent).count(),
                results.stream().filter(PowerCutResult::isUntold).count(),
                results.stream().mapToDouble(PowerCutResult::restartSeconds).max().orElse(0));
    }

    private static boolean isHarmful(PowerCutResult result) {
        return result.drives().tolls().stream().anyMatch(PowerLoss.Toll::isHarmful);
    }

    /** Whether writes were acknowledged, and every one of them kept, or its loss reported. */
    public boolean isClean() {
        boolean isHonestlyKept = lying || (lost == 0 && reported == 0);
        return acknowledged > 0 && phantom == 0 && corrupted == 0 && silent == 0 && isHonestlyKept;
    }
}
