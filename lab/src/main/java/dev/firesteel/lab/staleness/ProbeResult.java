// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import dev.firesteel.lab.network.NetworkFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measured staleness, and the prediction from the latencies of the same cluster.
 *
 * @param writer the node through which clients wrote
 * @param reader the node through which they read
 * @param isComplete whether it was measured for the requested time
 * @param points by delay, the shortest first
 * @param errorPoints the root mean square of predicted less measured, over the points, in
 *     percentage points
 * @param tracedErrorPoints the same of traced trials. The prediction uses traced requests only, so
 *     this is the model's error without tracing's; null if there were none
 * @param trials the number of writes with a read after them
 * @param failures the number of failed writes or reads, which do not count
 * @param tracedWrites the number of traced writes that the prediction uses
 * @param tracedReads the number of such reads
 * @param incomplete the number of incomplete traces, which do not count
 * @param visibilityP50Millis predicted time after which half of all reads are fresh, from 0
 * @param visibilityP99Millis 99 % of them
 * @param visibilityP999Millis 99.9 %
 * @param writeP50Millis the client's median latency of an untraced write
 * @param tracedWriteP50Millis of a traced one, which waits for all replicas
 * @param readP50Millis the client's median latency of an untraced read
 * @param tracedReadP50Millis of a traced one
 * @param network the network between nodes and clients; null for the loopback interface, or a
 *     running cluster
 */
public record ProbeResult(
        String writer,
        String reader,
        boolean isComplete,
        List<DelayPoint> points,
        double errorPoints,
        @Nullable Double tracedErrorPoints,
        int trials,
        long failures,
        int tracedWrites,
        int tracedReads,
        int incomplete,
        double visibilityP50Millis,
        double visibilityP99Millis,
        double visibilityP999Millis,
        double writeP50Millis,
        double tracedWriteP50Millis,
        double readP50Millis,
        double tracedReadP50Millis,
        @Nullable NetworkFigures network) {
    private static final int DRAWN = 200_000;

    /** Quantile of the normal distribution for 95 %. */
    private static final double Z = 1.959964;

    private static final double PERCENT = 100;

    /** Returns the result of at least one trial, traced write and traced read. */
    static ProbeResult of(
            ProbeSettings settings,
            Findings found,
            @Nullable NetworkFigures network,
            boolean isComplete) {
        Sample visibility =
                new TracedModel(settings.quorum(), found.writes(), found.reads())
                        .visibility(DRAWN, settings.seed());
        List<DelayPoint> points = new ArrayList<>();
        List<Double> tracedErrors = new ArrayList<>();
        for (double delay : settings.delaysMillis()) {
            List<Trial> trials = found.trials(delay, false);
            List<Trial> traced = found.trials(delay, true);
            if (!trials.isEmpty()) points.add(point(delay, trials, traced, visibility));
            if (!traced.isEmpty()) tracedErrors.add(predicted(traced, visibility) - fresh(traced));
        }
        List<Trial> untraced = found.trials().stream().filter(one -> !one.isTraced()).toList();
        return new ProbeResult(
                found.writer(),
                found.reader(),
                isComplete,
                points,
                PERCENT
                        * rootMeanSquare(
                                points.stream()
                                        .map(each -> each.predicted() - each.fresh())
                                        .toList()),
                tracedErrors.isEmpty() ? null : PERCENT * rootMeanSquare(tracedErrors),
                found.trials().size(),
                found.failures(),
                found.writes().size(),
                found.reads().size(),
                found.incomplete(),
                Math.max(0, visibility.quantile(.5)),
                Math.max(0, visibility.quantile(.99)),
                Math.max(0, visibility.quantile(.999)),
                median(untraced, Trial::writeMillis),
                median(found.writes(), TracedWrite::clientMillis),
                median(untraced, Trial::readMillis),
                median(found.reads(), TracedRead::clientMillis),
                network);
    }

    private static double rootMeanSquare(List<Double> figures) {
        return Math.sqrt(
                figures.stream().mapToDouble(each -> each * each).average().orElse(Double.NaN));
    }

    /** Returns the predicted share for the actual starts of the reads. */
    private static double predicted(List<Trial> trials, Sample visibility) {
        return mean(trials, one -> visibility.atMost(one.actualMillis()));
    }

    private static double fresh(List<Trial> trials) {
        return trials.isEmpty()
                ? 0
                : trials.stream().filter(Trial::isFresh).count() / (double) trials.size();
    }

    private static DelayPoint point(
            double delay, List<Trial> trials, List<Trial> traced, Sample visibility) {
        int n = trials.size();
        double fresh = fresh(trials);
        double middle = (fresh + Z * Z / (2 * n)) / (1 + Z * Z / n);
        double half =
                Z / (1 + Z * Z / n) * Math.sqrt(fresh * (1 - fresh) / n + Z * Z / (4.0 * n * n));
        return new DelayPoint(
                delay,
                mean(trials, Trial::actualMillis),
                n,
                fresh,
                Math.max(0, middle - half),
                Math.min(1, middle + half),
                predicted(trials, visibility),
                traced.size(),
                fresh(traced));
    }

    private static double mean(List<Trial> trials, ToDoubleFunction<Trial> figure) {
        return trials.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> figure) {
        return new Sample(all.stream().mapToDouble(figure).toArray()).quantile(.5);
    }
}
