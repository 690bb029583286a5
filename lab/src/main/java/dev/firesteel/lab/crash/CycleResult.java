// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one kill showed.
 *
 * @param target what was killed
 * @param campaignSeed the campaign's seed
 * @param kill its number, from 1
 * @param seed what decided when and which keys
 * @param fault what was done to the node
 * @param effect what came of it, in words
 * @param struck whether that was what the fault is for; null if nobody said, as in older results
 * @param loadSeconds from the beginning of the load to the kill
 * @param startUpKill whether the node was killed once more while it started
 * @param startUpSeconds how long it had been starting then; 0 if it was not killed there
 * @param cutReplay whether it was killed there before its replay was over
 * @param inReplay whether that replay had begun, too; null if nobody looked, as in older results
 * @param attempted writes attempted
 * @param acknowledged writes acknowledged
 * @param refused writes that the node refused, so that clients may try again
 * @param seen reads that showed a row
 * @param seenUnacknowledged keys of which a value was seen that is newer than what was acknowledged
 * @param rows rows read afterwards
 * @param lost keys whose row is gone, or older than what was acknowledged
 * @param gone keys whose row is gone, or older than what a reader saw
 * @param phantom keys whose row nobody tried to write
 * @param corrupted rows whose content is not what was written
 * @param restartSeconds from the start of the process until it answered
 * @param findings the first of what is wrong, in words
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
        double restartSeconds,
        List<String> findings) {
    /** A line that lacks what every result has is none; a machine may read anything. */
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
                restartSeconds,
                verdict.findings());
    }

    /** Whether the fault struck, as far as is known. */
    boolean isStruck() {
        return Boolean.TRUE.equals(struck);
    }

    /** Whether nobody said whether the fault struck. */
    boolean isStruckUnknown() {
        return struck == null;
    }

    /** Whether the node was killed while it replayed, as far as is known. */
    boolean isInReplay() {
        return Boolean.TRUE.equals(inReplay);
    }

    /** Whether the replay was not over, and nobody looked whether it had begun. */
    boolean isReplayUnknown() {
        return cutReplay && inReplay == null;
    }

    /** Whether nothing is wrong. */
    boolean isClean() {
        return lost == 0 && gone == 0 && phantom == 0 && corrupted == 0;
    }
}
