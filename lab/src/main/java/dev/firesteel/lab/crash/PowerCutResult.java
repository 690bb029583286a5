// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import dev.firesteel.lab.drive.CutReport;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one power cut.
 *
 * @param target the kind of node cut off
 * @param kind the use of the log's drive
 * @param lying whether that drive lies
 * @param campaignSeed the campaign's seed
 * @param cut its number, from 1
 * @param seed determines the moment, the keys, and the losses
 * @param loadSeconds from the beginning of the load to the cut; 0 if the campaign was interrupted
 * @param startUpCut whether the power was cut once more during startup
 * @param cutReplay whether its replay was not over by then
 * @param stallSeconds the seconds for which the drives of a node stalled before the cut; 0 without
 * @param partitionSeconds the seconds for which a partition around a node lasted before it
 * @param drives the losses of writes that were not stable
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param seen reads that returned a row
 * @param seenUnacknowledged keys with a value read that is newer than acknowledged
 * @param rows rows read afterwards
 * @param unread whether no row could be read, so their state is unknown: after a report, the log's
 *     file system could not be mounted, or the node refused to ignore the damage
 * @param lost keys whose row is missing, or older than acknowledged
 * @param gone keys whose row is missing, or older than read before
 * @param lostReported the part of {@code lost} after damage was reported: all or none
 * @param phantom keys whose row was never written
 * @param corrupted rows whose content differs from the one written
 * @param histories the histories of registers; null in older results
 * @param changes the changes of every kind; null in older results
 * @param promisedRecordsLost records of the journal that a lying drive has lost
 * @param promisedEntriesLost the number of their entries; null if unknown, as in older results
 * @param tellable the number of them that a surviving record proves lost
 * @param promisedSectorsLost sectors that a lying drive has lost, of records and everything else
 * @param reported whether damage was reported: the node refused to start and named it, or the log's
 *     file system could not be mounted
 * @param restartSeconds from the start of the process until it answered, including a second start
 *     where the first was refused
 * @param findings the first problems, and the reports of damage, in words
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
        double stallSeconds,
        double partitionSeconds,
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
        @Nullable HistoryCounts histories,
        @Nullable ChangeCounts changes,
        int promisedRecordsLost,
        @Nullable Long promisedEntriesLost,
        int tellable,
        int promisedSectorsLost,
        boolean reported,
        double restartSeconds,
        List<String> findings) {
    /** Rejects lines without the fields that every result has; a parser may read anything. */
    public PowerCutResult {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(drives, "drives");
        findings = List.copyOf(findings);
    }

    /** Returns a lower bound of the keys that are missing, or older than they were. */
    private long missing() {
        return Math.max(lost, gone);
    }

    /**
     * Returns whether acknowledged or seen rows were lost without a report, and not only by the
     * drive. Either the drive has kept them, or kept evidence of the loss, or has lost fewer
     * entries than there are rows missing.
     */
    boolean isSilent() {
        return missing() > 0
                && !reported
                && (keptByDrive() || tellable > 0 || isMoreThanTheDrives());
    }

    /** Returns whether more rows are missing than entries, one a row, were lost. */
    private boolean isMoreThanTheDrives() {
        return isJournal() && promisedEntriesLost != null && missing() > promisedEntriesLost;
    }

    private boolean isJournal() {
        return target.equals(FiresteelTarget.NAME);
    }

    /**
     * Returns whether the drive kept everything that may have held acknowledged rows. Of a journal
     * these are its records; losses of anything else that it needs must be reported. The use of a
     * stock commit log's sectors is unknown, so all count.
     */
    private boolean keptByDrive() {
        return (isJournal() ? promisedRecordsLost : promisedSectorsLost) == 0;
    }

    /** Returns whether the drive has lost acknowledged or seen rows, and all evidence of it. */
    boolean isUntold() {
        return missing() > 0 && !reported && !isSilent();
    }

    /**
     * Returns whether damage was reported though the drive kept all writes that it had reported
     * stable.
     *
     * <p>It is not enough that no record with entries was lost. The record that ends a segment has
     * a number, and metadata locates the segments. Without them a journal cannot prove that nothing
     * acknowledged is missing, and has to report. So does a file system without its own structures.
     */
    boolean isFalseAlarm() {
        return reported && promisedSectorsLost == 0;
    }

    /**
     * Returns whether the result is correct. An honest drive leaves nothing to report. With a lying
     * drive, detectable losses must be reported, and reports must be true. Other losses are then
     * the drive's fault; rows never written are not.
     */
    boolean isClean() {
        if (phantom > 0 || corrupted > 0 || isSilent() || isFalseAlarm()) return false;
        if (HistoryCounts.of(histories).violated() > 0) return false;
        if (ChangeCounts.of(changes).viewErrors() > 0) return false;
        return lying || !reported;
    }

    /** Returns whether the node can continue with its data: everything is there. */
    boolean isWhole() {
        return isClean() && missing() == 0 && !reported;
    }
}
