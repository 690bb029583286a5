// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.util.List;
import java.util.stream.Stream;

/**
 * How rows compare with a ledger.
 *
 * @param rows rows that were read
 * @param lost keys whose row is gone, or older than what was acknowledged
 * @param gone keys whose row is gone, or older than what a reader saw, acknowledged or not
 * @param phantom keys whose row nobody tried to write
 * @param corrupted rows whose content is not what was written, or that read differently twice
 * @param findings the first of these, in words
 */
record Verdict(
        long rows, long lost, long gone, long phantom, long corrupted, List<String> findings) {
    /** Nothing was read, and nothing is wrong. */
    static final Verdict NOTHING = new Verdict(0, 0, 0, 0, 0, List.of());

    boolean isClean() {
        return lost == 0 && gone == 0 && phantom == 0 && corrupted == 0;
    }

    /** The same, with what was reported before anything could be read. */
    Verdict after(List<String> reports) {
        List<String> all = Stream.concat(reports.stream(), findings.stream()).toList();
        return new Verdict(rows, lost, gone, phantom, corrupted, all);
    }

    /** The same, with what an earlier reading of these rows has found, most likely of the same. */
    Verdict with(Verdict earlier) {
        List<String> all =
                Stream.concat(earlier.findings.stream(), findings.stream()).distinct().toList();
        return new Verdict(
                rows,
                Math.max(lost, earlier.lost),
                Math.max(gone, earlier.gone),
                Math.max(phantom, earlier.phantom),
                Math.max(corrupted, earlier.corrupted),
                all);
    }
}
