// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.drive.CutReport;
import java.util.List;
import java.util.Objects;

/**
 * What one power cut showed.
 *
 * @param target what was cut off
 * @param kind what the drive of the log is used as
 * @param lying whether that drive lies
 * @param campaignSeed the campaign's seed
 * @param cut its number, from 1
 * @param seed what decided when, which keys, and what was left
 * @param loadSeconds from the first acknowledgement to the cut; 0 if it was the campaign that was
 *     interrupted
 * @param startUpCut whether the power was cut once more while the node started
 * @param cutReplay whether it had not replayed everything by then
 * @param drives what was lost of what was not stable
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param rows rows read afterwards; 0 if the node refused to start and could not be told to
 *     overlook why
 * @param lost keys whose row is gone, or older than what was acknowledged
 * @param phantom keys whose row nobody tried to write
 * @param corrupted rows whose content is not what was written
 * @param promisedRecordsLost records of the journal that a drive that lies has lost
 * @param tellable how many of them a record tells of that was not lost
 * @param reported whether damage was reported: the node refused to start
 * @param restartSeconds from the start of the process until it answered, or refused
 * @param findings the first of what is wrong, and what was reported, in words
 */
public record PowerCutResult(
        String target,
        String kind,
        boolean lying,
        long campaignSeed,
        int cut,
        long seed,
        double loadSeconds,
        boolean startUpCut,
        boolean cutReplay,
        CutReport drives,
        long attempted,
        long acknowledged,
        long rows,
        long lost,
        long phantom,
        long corrupted,
        int promisedRecordsLost,
        int tellable,
        boolean reported,
        double restartSeconds,
        List<String> findings) {
    /** A line that lacks what every result has is none; a machine may read anything. */
    public PowerCutResult {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(drives, "drives");
        findings = List.copyOf(findings);
    }

    /** Whether something acknowledged is gone, could have been told, and was not. */
    boolean isSilent() {
        return lost > 0 && !reported && (!lying || tellable > 0);
    }

    /** Whether something acknowledged is gone of which nothing on the drive could tell. */
    boolean isUntold() {
        return lost > 0 && !reported && !isSilent();
    }

    /**
     * Whether it is as it should be. An honest drive leaves nothing to report; of one that lies it
     * is enough that what can be told is reported.
     */
    boolean isClean() {
        if (phantom > 0 || corrupted > 0 || isSilent()) return false;
        return lying || !reported;
    }

    /** Whether the node goes on with what it has: everything is there. */
    boolean isWhole() {
        return isClean() && lost == 0 && !reported;
    }
}
