// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.drive.CutReport;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one power cut showed.
 *
 * @param target what was cut off
 * @param kind what the drive of the log is used as
 * @param lying whether that drive lies
 * @param campaignSeed the campaign's seed
 * @param cut its number, from 1
 * @param seed what decided when, which keys, and what was left
 * @param loadSeconds from the beginning of the load to the cut; 0 if it was the campaign that was
 *     interrupted
 * @param startUpCut whether the power was cut once more while the node started
 * @param cutReplay whether it had not replayed everything by then
 * @param drives what was lost of what was not stable
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param seen reads that showed a row
 * @param seenUnacknowledged keys of which a value was seen that is newer than what was acknowledged
 * @param rows rows read afterwards
 * @param unread whether none could be read, and so nothing is known of them: after a report, the
 *     log's file system could not be mounted, or the node refused to overlook the damage
 * @param lost keys whose row is gone, or older than what was acknowledged
 * @param gone keys whose row is gone, or older than what a reader saw
 * @param lostReported how many of them after damage was reported: all or none
 * @param phantom keys whose row nobody tried to write
 * @param corrupted rows whose content is not what was written
 * @param promisedRecordsLost records of the journal that a drive that lies has lost
 * @param promisedEntriesLost how many entries these held; null if nobody counted, as in older
 *     results
 * @param tellable how many of them a record tells of that was not lost
 * @param promisedSectorsLost sectors that a drive that lies has lost, of records and of all else
 * @param reported whether damage was reported: the node refused to start and named it, or the log's
 *     file system could not be mounted
 * @param restartSeconds from the start of the process until it answered; with the second start
 *     where the first was refused
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
        long seen,
        long seenUnacknowledged,
        long rows,
        boolean unread,
        long lost,
        long lostReported,
        long gone,
        long phantom,
        long corrupted,
        int promisedRecordsLost,
        @Nullable Long promisedEntriesLost,
        int tellable,
        int promisedSectorsLost,
        boolean reported,
        double restartSeconds,
        List<String> findings) {
    /** A line that lacks what every result has is none; a machine may read anything. */
    public PowerCutResult {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(drives, "drives");
        findings = List.copyOf(findings);
    }

    /** How many keys are known to be gone, or older than they were: no fewer than that. */
    private long missing() {
        return Math.max(lost, gone);
    }

    /**
     * Whether something acknowledged or seen is gone without a word that is not the drive's doing
     * alone: the drive has kept it, or something that tells that it did not, or it has lost fewer
     * entries than are gone.
     */
    boolean isSilent() {
        return missing() > 0
                && !reported
                && (keptByDrive() || tellable > 0 || isMoreThanTheDrives());
    }

    /** Each row that is gone was in an entry of its own. */
    private boolean isMoreThanTheDrives() {
        return isJournal() && promisedEntriesLost != null && missing() > promisedEntriesLost;
    }

    private boolean isJournal() {
        return target.equals(FiresteelTarget.NAME);
    }

    /**
     * Whether the drive had everything in which something acknowledged can have been. Whatever else
     * a journal cannot be read without, it has to report if that is gone. Of a stock commit log we
     * do not know what its sectors hold.
     */
    private boolean keptByDrive() {
        return (isJournal() ? promisedRecordsLost : promisedSectorsLost) == 0;
    }

    /** Whether the drive has lost something acknowledged or seen, and nothing on it could tell. */
    boolean isUntold() {
        return missing() > 0 && !reported && !isSilent();
    }

    /**
     * Whether damage was reported though the drive had kept all that it had promised.
     *
     * <p>That no record with entries was lost is not enough for that. The record that ends a
     * segment has a number, and bookkeeping says where segments are: without them a journal cannot
     * know that nothing acknowledged is gone, and has to report. So does a file system without its
     * own structures.
     */
    boolean isFalseAlarm() {
        return reported && promisedSectorsLost == 0;
    }

    /**
     * Whether it is as it should be. An honest drive leaves nothing to report; of one that lies it
     * is enough that what can be told is reported, and what was reported is true. What is lost then
     * is the drive's fault; what nobody has written never is.
     */
    boolean isClean() {
        if (phantom > 0 || corrupted > 0 || isSilent() || isFalseAlarm()) return false;
        return lying || !reported;
    }

    /** Whether the node goes on with what it has: everything is there. */
    boolean isWhole() {
        return isClean() && missing() == 0 && !reported;
    }
}
