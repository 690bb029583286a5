// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.List;

/**
 * What was found on a cluster.
 *
 * @param writer the node through which clients wrote
 * @param reader the node through which they read
 * @param trials writes and the reads after them
 * @param writes that were traced
 * @param reads that were traced
 * @param incomplete how many traces lacked something
 * @param failures how many requests failed
 */
record Findings(
        String writer,
        String reader,
        List<Trial> trials,
        List<TracedWrite> writes,
        List<TracedRead> reads,
        int incomplete,
        long failures) {
    /** Those with a delay, of requests that were traced or of others. */
    List<Trial> trials(double delayMillis, boolean isTraced) {
        return trials.stream()
                .filter(one -> one.delayMillis() == delayMillis && one.isTraced() == isTraced)
                .toList();
    }

    /** Whether something follows from it. */
    boolean isEnough() {
        boolean isCounted = trials.stream().anyMatch(one -> !one.isTraced());
        return isCounted && !writes.isEmpty() && !reads.isEmpty();
    }
}
