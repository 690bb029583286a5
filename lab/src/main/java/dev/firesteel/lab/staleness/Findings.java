// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.List;

/**
 * Raw results of a cluster.
 *
 * @param writer the node through which clients wrote
 * @param reader the node through which they read
 * @param trials writes and the reads after them
 * @param writes that were traced
 * @param reads that were traced
 * @param incomplete the number of incomplete traces
 * @param failures the number of failed requests
 */
record Findings(
        String writer,
        String reader,
        List<Trial> trials,
        List<TracedWrite> writes,
        List<TracedRead> reads,
        int incomplete,
        long failures) {
    /** Returns the trials with a delay, either traced or untraced. */
    List<Trial> trials(double delayMillis, boolean isTraced) {
        return trials.stream()
                .filter(one -> one.delayMillis() == delayMillis && one.isTraced() == isTraced)
                .toList();
    }

    /** Returns whether there is enough for a result. */
    boolean isEnough() {
        boolean isCounted = trials.stream().anyMatch(one -> !one.isTraced());
        return isCounted && !writes.isEmpty() && !reads.isEmpty();
    }
}
