// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Simulates one write and one read after it, many times (Monte Carlo), by the WARS model (PBS,
 * section 4.1).
 *
 * <p>The write is sent to all replicas and done when w have acknowledged it. The read begins t
 * later, is sent to all, and takes the newest of the first r responses. It is stale if all of these
 * replicas received the read before the write. Each trial thus has a t from which the read is
 * fresh. The distribution of that t is the probability of a fresh read at any t.
 */
public final class Staleness {
    /** Limit of memory. */
    public static final int MAX_TRIALS = 20_000_000;

    private final LatencyModel model;
    private final Quorum quorum;
    private final SplittableRandom random;
    private final double[] written;
    private final double[] acknowledged;
    private final double[] asked;
    private final double[] responded;

    private Staleness(LatencyModel model, Quorum quorum, long seed) {
        this.model = model;
        this.quorum = quorum;
        random = new SplittableRandom(seed);
        written = new double[quorum.n()];
        acknowledged = new double[quorum.n()];
        asked = new double[quorum.n()];
        responded = new double[quorum.n()];
    }

    /**
     * Runs the simulation.
     *
     * @param trials 1 to {@value #MAX_TRIALS}
     * @param seed the same seed gives the same prediction
     */
    public static Prediction predict(LatencyModel model, Quorum quorum, int trials, long seed) {
        if (trials < 1 || trials > MAX_TRIALS)
            throw new IllegalArgumentException(
                    "the number of trials must be 1 to " + MAX_TRIALS + ", not " + trials);
        Staleness staleness = new Staleness(model, quorum, seed);
        double[] visible = new double[trials];
        double[] reads = new double[trials];
        double[] writes = new double[trials];
        for (int i = 0; i < trials; i++) {
            writes[i] = staleness.write();
            reads[i] = staleness.read();
            visible[i] = staleness.visibleAfter(writes[i], reads[i]);
        }
        return new Prediction(quorum, new Sample(visible), new Sample(reads), new Sample(writes));
    }

    /** Sends the write; returns its latency. */
    private double write() {
        int home = home();
        for (int i = 0; i < written.length; i++) {
            double farther = i == home ? 0 : model.remoteMillis();
            written[i] = model.write().draw(random) + farther;
            acknowledged[i] = written[i] + model.ack().draw(random) + farther;
        }
        return smallest(acknowledged, quorum.w());
    }

    /** Sends the read; returns its latency. */
    private double read() {
        int home = home();
        for (int i = 0; i < asked.length; i++) {
            double farther = i == home ? 0 : model.remoteMillis();
            asked[i] = model.read().draw(random) + farther;
            responded[i] = asked[i] + model.response().draw(random) + farther;
        }
        return smallest(responded, quorum.r());
    }

    /** Returns the replica in the coordinator's data centre. */
    private int home() {
        return model.remoteMillis() == 0 ? 0 : random.nextInt(quorum.n());
    }

    /** Returns the least t at which a replica that the read waited for had the write. */
    private double visibleAfter(double writeMillis, double readMillis) {
        double after = Double.POSITIVE_INFINITY;
        int missing = quorum.r();
        for (int i = 0; i < asked.length; i++)
            if (responded[i] < readMillis) {
                after = Math.min(after, written[i] - writeMillis - asked[i]);
                missing--;
            }
        // Simultaneous responses, possible with constants only, count up to the number waited for.
        for (int i = 0; i < asked.length && missing > 0; i++)
            if (responded[i] == readMillis) {
                after = Math.min(after, written[i] - writeMillis - asked[i]);
                missing--;
            }
        return Math.max(0, after);
    }

    private static double smallest(double[] values, int rank) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[rank - 1];
    }
}
