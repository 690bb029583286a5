// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.List;
import java.util.stream.Stream;

/**
 * Result of comparing rows with a ledger.
 *
 * @param rows rows read
 * @param lost keys whose row is missing, or older than acknowledged; registers, and cells
 * @param gone keys whose row is missing, or older than read before, acknowledged or not
 * @param phantom keys whose row was never written
 * @param corrupted rows whose content differs from the one written, or between two reads
 * @param histories the histories of registers
 * @param changes the changes of every kind
 * @param findings the first problems, in words
 */
record Verdict(
        long rows,
        long lost,
        long gone,
        long phantom,
        long corrupted,
        HistoryCounts histories,
        ChangeCounts changes,
        List<String> findings) {
    /** No rows were read, and there are no problems. */
    static final Verdict NOTHING = ofRows(0, 0, 0, 0, 0, List.of());

    static Verdict ofRows(
            long rows, long lost, long gone, long phantom, long corrupted, List<String> findings) {
        return new Verdict(
                rows,
                lost,
                gone,
                phantom,
                corrupted,
                HistoryCounts.NONE,
                ChangeCounts.NONE,
                findings);
    }

    boolean isClean() {
        return lost == 0
                && gone == 0
                && phantom == 0
                && corrupted == 0
                && histories.violated() == 0
                && changes.viewErrors() == 0;
    }

    /** Returns the verdict with that on histories. */
    Verdict with(Histories.Checked checked) {
        return new Verdict(
                rows,
                lost + checked.lost(),
                gone,
                phantom,
                corrupted,
                histories.plus(checked.counts()),
                changes,
                Stream.concat(findings.stream(), checked.findings().stream()).toList());
    }

    /** Returns the verdict with that on changes of every kind. */
    Verdict with(Changes.Checked checked) {
        return new Verdict(
                rows,
                lost + checked.lost(),
                gone,
                phantom + checked.phantom(),
                corrupted,
                histories,
                changes.plus(checked.counts()),
                Stream.concat(findings.stream(), checked.findings().stream()).toList());
    }

    /** Returns the verdict with the damage reported before rows were read. */
    Verdict after(List<String> reports) {
        List<String> all = Stream.concat(reports.stream(), findings.stream()).toList();
        return new Verdict(rows, lost, gone, phantom, corrupted, histories, changes, all);
    }

    /** Returns the verdict merged with an earlier one, which most likely has the same problems. */
    Verdict with(Verdict earlier) {
        List<String> all =
                Stream.concat(earlier.findings.stream(), findings.stream()).distinct().toList();
        return new Verdict(
                rows,
                Math.max(lost, earlier.lost),
                Math.max(gone, earlier.gone),
                Math.max(phantom, earlier.phantom),
                Math.max(corrupted, earlier.corrupted),
                histories.plus(earlier.histories),
                changes.plus(earlier.changes),
                all);
    }
}
