// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Fit;
import dev.firesteel.memory.Objective;
import dev.firesteel.memory.Objective.Expectation;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples the curves of a memory split at evenly spaced points.
 *
 * @param pieces the number of points less one
 */
record SplitSamples(int pieces) {
    static final double MICROSECONDS = 1e6;

    /**
     * The time of an operation.
     *
     * @param micros the expected mean, in microseconds
     * @param low the lower end of its 95 % band, at least 0
     * @param high the upper end
     */
    record Time(double mebibytes, double micros, double low, double high, boolean isMeasured) {}

    /**
     * The objective and both rates at a point.
     *
     * @param reads the rate of reads, as a fraction of the best
     * @param writes the same for writes
     */
    record Value(
            double mebibytes,
            double objective,
            double reads,
            double writes,
            boolean areReadsMeasured,
            boolean areWritesMeasured) {
        boolean isMeasured() {
            return areReadsMeasured && areWritesMeasured;
        }
    }

    /** Returns a model's times from one memory size to another, in MiB. */
    List<Time> times(Fit fit, double from, double to) {
        List<Time> times = new ArrayList<>();
        for (int i = 0; i <= pieces; i++) {
            double memory = i == pieces ? to : from + (to - from) * i / pieces;
            Fit.Interval band = fit.band(memory);
            times.add(
                    new Time(
                            memory,
                            fit.seconds(memory) * MICROSECONDS,
                            Math.max(0, band.low()) * MICROSECONDS,
                            band.high() * MICROSECONDS,
                            fit.isMeasured(memory)));
        }
        return times;
    }

    /** Returns the objective by the memory of memtables. */
    List<Value> values(Objective objective) throws BudgetException {
        List<Value> values = new ArrayList<>();
        double scale = objective.scale();
        long from = objective.smallestBytes();
        long to = objective.largestBytes();
        for (int i = 0; i <= pieces; i++) {
            Expectation each = objective.at(from + (to - from) / pieces * i);
            values.add(
                    new Value(
                            (double) each.budget().memtableBytes() / Budget.MIB,
                            each.value() / scale,
                            each.reads().perSecond() / objective.readMax(),
                            each.writes().perSecond() / objective.writeMax(),
                            each.reads().isMeasured(),
                            each.writes().isMeasured()));
        }
        return values;
    }
}
