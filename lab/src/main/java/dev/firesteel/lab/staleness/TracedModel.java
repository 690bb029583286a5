// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The WARS model with measured latencies of a cluster. It draws a traced write and a traced read,
 * each with all its latencies, so that correlations within a request are kept.
 *
 * <p>It follows Cassandra instead of the paper in three ways. A read goes only to the replicas that
 * it waits for. The coordinator may be a replica. The time t counts at the client, so that it
 * excludes the write's way back and the read's way there.
 */
final class TracedModel {
    private final Quorum quorum;
    private final List<TracedWrite> writes;
    private final List<TracedRead> reads;

    /** Creates a model of at least one write and one read. */
    TracedModel(Quorum quorum, List<TracedWrite> writes, List<TracedRead> reads) {
        this.quorum = quorum;
        this.writes = writes;
        this.reads = reads;
    }

    /**
     * Returns the delay after the end of a write from which a read is fresh, both at the client, in
     * milliseconds. It is below 0 if the read could begin before the end.
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
