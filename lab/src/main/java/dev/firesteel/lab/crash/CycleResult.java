// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of one kill.
 *
 * @param target the kind of node killed
 * @param campaignSeed the campaign's seed
 * @param kill its number, from 1
 * @param seed determines the moment and keys
 * @param fault the fault injected
 * @param effect its effect, in words
 * @param struck whether the fault had its intended effect; null if unknown, as in older results
 * @param loadSeconds from the beginning of the load to the kill
 * @param startUpKill whether the node was killed once more during startup
 * @param startUpSeconds time from its start to that kill; 0 if there was none
 * @param cutReplay whether that kill came before its replay was over
 * @param inReplay whether that replay had begun, too; null if unknown, as in older results
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param refused writes that the node refused, which clients may retry
 * @param seen reads that returned a row
 * @param seenUnacknowledged keys with a value read that is newer than acknowledged
 * @param rows rows read afterwards
 * @param lost keys whose row is missing, or older than acknowledged
 * @param gone keys whose row is missing, or older than read before
 * @param phantom keys whose row was never written
 * @param corrupted rows whose content differs from the one written
 * @param histories the histories of registers; null in older results
 * @param changes the changes of every kind; null in older results
 * @param restartSeconds from the start of the process until it answered
 * @param findings the first problems, in words
 */
public record CycleResult(
        String target,
        long campaignSeed,
        int kill,
        long seed,
        String fault,
        String effect,
        @Nullable Boolean struck,
        double loadSeconds,
        boolean startUpKill,
        double startUpSeconds,
        boolean cutReplay,
        @Nullable Boolean inReplay,
        long attempted,
        long acknowledged,
        long refused,
        long seen,
        long seenUnacknowledged,
        long rows,
        long lost,
        long gone,
        long phantom,
        long corrupted,
        @Nullable HistoryCounts histories,
        @Nullable ChangeCounts changes,
        double restartSeconds,
        List<String> findings) {
    /** Rejects lines without the fields that every result has; a parser may read anything. */
    public CycleResult {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(fault, "fault");
        findings = List.copyOf(findings);
    }

    static CycleResult of(
            String target,
            long campaignSeed,
            Kill kill,
            LedgerCounts counts,
            Verdict verdict,
            double restartSeconds) {
        return new CycleResult(
                target,
                campaignSeed,
                kill.number(),
                kill.seed(),
                kill.fault(),
                kill.effect(),
                kill.struck(),
                kill.loadSeconds(),
                kill.startUpKill(),
                kill.startUpSeconds(),
                kill.cutReplay(),
                kill.inReplay(),
                counts.attempted(),
                counts.acknowledged(),
                kill.refused(),
                counts.seen(),
                counts.seenUnacknowledged(),
                verdict.rows(),
                verdict.lost(),
                verdict.gone(),
                verdict.phantom(),
                verdict.corrupted(),
                verdict.histories(),
                verdict.changes(),
                restartSeconds,
                verdict.findings());
    }

    /** Returns whether the fault is known to have struck. */
    boolean isStruck() {
        return Boolean.TRUE.equals(struck);
    }

    /** Returns whether it is unknown if the fault struck. */
    boolean isStruckUnknown() {
        return struck == null;
    }

    /** Returns whether the node is known to have been killed during replay. */
    boolean isInReplay() {
        return Boolean.TRUE.equals(inReplay);
    }

    /** Returns whether the replay was not over, and it is unknown if it had begun. */
    boolean isReplayUnknown() {
        return cutReplay && inReplay == null;
    }

    /** Returns whether there are no problems. */
    boolean isClean() {
        return lost == 0
                && gone == 0
                && phantom == 0
                && corrupted == 0
                && HistoryCounts.of(histories).violated() == 0
                && ChangeCounts.of(changes).viewErrors() == 0;
    }
}
