// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The WARS model with latencies that a cluster has shown: a write and a read are drawn from those
 * that were traced, each with all its ways, so that what makes one slow makes its others slow, too.
 *
 * <p>Three things are as in Cassandra and not as in the paper: a read goes to as many replicas as
 * it waits for; the coordinator may be a replica; and t counts at the client, so that the way back
 * of the write and the way there of the read pass as well.
 */
final class TracedModel {
    private final Quorum quorum;
    private final List<TracedWrite> writes;
    private final List<TracedRead> reads;

    /** Of at least one of each. */
    TracedModel(Quorum quorum, List<TracedWrite> writes, List<TracedRead> reads) {
        this.quorum = quorum;
        this.writes = writes;
        this.reads = reads;
    }

    /**
     * How long after the end of a write a read must begin to know of it, both as the client sees
     * them, in milliseconds; below 0 if it would have known before.
     */
    Sample visibility(int trials, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] visible = new double[trials];
        for (int i = 0; i < trials; i++)
            visible[i] =
                    visibleAfter(
                            writes.get(random.nextInt(writes.size())),
                            reads.get(random.nextInt(reads.size())));
        return new Sample(visible);
    }

    private double visibleAfter(TracedWrite write, TracedRead read) {
        double done = write.doneAfter(quorum.w());
        double ways = (write.hopMillis() + read.hopMillis()) / 2;
        double first = Double.POSITIVE_INFINITY;
        for (Map.Entry<String, Double> each : read.asked().entrySet()) {
            Double applied = write.applied().get(each.getKey());
            if (applied != null) first = Math.min(first, applied - done - each.getValue() - ways);
        }
        return first;
    }
}
