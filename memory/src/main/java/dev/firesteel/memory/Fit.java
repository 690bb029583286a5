// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.regression.SimpleRegression;
import org.jspecify.annotations.Nullable;

/**
 * A {@link TimeModel} fitted to measurements by ordinary least squares.
 *
 * @param model the model
 * @param a the first coefficient of the model's formula
 * @param b the second coefficient
 * @param rSquared the fraction of variance explained, 0 to 1
 * @param standardError of the estimate: the root of the residual sum of squares over n - 2, in
 *     seconds
 * @param points the number of measurements, n
 * @param smallest the smallest memory measured
 * @param largest the largest memory measured
 * @param centre the mean of the variable that time is linear in (1 / memory, or its logarithm)
 * @param spread the sum of squared distances from the centre, above 0; infinite for a constant,
 *     whose error is the same everywhere
 * @param lackOfFit the test whether the error exceeds noise; null if it is impossible, and for a
 *     constant
 */
public record Fit(
        TimeModel model,
        Coefficient a,
        Coefficient b,
        double rSquared,
        double standardError,
        int points,
        double smallest,
        double largest,
        double centre,
        double spread,
        @Nullable LackOfFit lackOfFit) {
    /** Minimum number of points: two give a line, but no error. */
    private static final int FEWEST_POINTS = 3;

    private static final double CONFIDENCE = 0.95;

    /**
     * The 95 % interval of a time.
     *
     * @param low in seconds; may be 0 or less, where the model is too uncertain
     * @param high in seconds
     */
    public record Interval(double low, double high) {}

    /**
     * A coefficient.
     *
     * @param value as estimated
     * @param standardError of the estimate
     * @param low the lower end of the 95 % confidence interval, by Student's t for n - 2 degrees of
     *     freedom
     * @param high its upper end
     */
    public record Coefficient(double value, double standardError, double low, double high) {
        private static Coefficient of(double value, double standardError, double quantile) {
            double margin = quantile * standardError;
            return new Coefficient(value, standardError, value - margin, value + margin);
        }
    }

    /**
     * Fits a model.
     *
     * @throws MeasurementsException if there are fewer than three measurements, or all have the
     *     same memory or time, or differ by too little for double precision
     */
    public static Fit of(TimeModel model, List<Measurement> measurements)
            throws MeasurementsException {
        int points = measurements.size();
        if (points < FEWEST_POINTS)
            throw new MeasurementsException(
                    "a fit with confidence intervals needs at least "
                            + FEWEST_POINTS
                            + " measurements, not "
                            + points);
        DoubleSummaryStatistics memory = over(measurements, Measurement::memory);
        if (memory.getMin() == memory.getMax())
            throw new MeasurementsException(
                    "all measurements are of the same memory, " + memory.getMin());
        DoubleSummaryStatistics seconds = over(measurements, Measurement::seconds);
        if (seconds.getMin() == seconds.getMax())
            throw new MeasurementsException(
                    "all measurements took the same time, "
                            + seconds.getMin()
                            + " s: memory has no effect to fit");
        SimpleRegression regression = new SimpleRegression();
        for (Measurement each : measurements)
            regression.addData(model.basis(each.memory()), each.seconds());
        requireFinite(regression);
        double quantile = studentQuantile(points);
        Coefficient slope =
                Coefficient.of(regression.getSlope(), regression.getSlopeStdErr(), quantile);
        Coefficient intercept =
                Coefficient.of(
                        regression.getIntercept(), regression.getInterceptStdErr(), quantile);
        boolean slopeFirst = model == TimeModel.WRITE;
        return new Fit(
                model,
                slopeFirst ? slope : intercept,
                slopeFirst ? intercept : slope,
                regression.getRSquare(),
                Math.sqrt(regression.getMeanSquareError()),
                points,
                memory.getMin(),
                memory.getMax(),
                over(measurements, each -> model.basis(each.memory())).getAverage(),
                regression.getXSumSquares(),
                LackOfFit.of(measurements, regression.getSumSquaredErrors()));
    }

    /** Rejects numbers that overflow, or that differ by less than their last digit. */
    private static void requireFinite(SimpleRegression regression) throws MeasurementsException {
        double[] all = {
            regression.getSlope(),
            regression.getIntercept(),
            regression.getSlopeStdErr(),
            regression.getInterceptStdErr(),
            regression.getRSquare()
        };
        for (double each : all)
            if (!Double.isFinite(each))
                throw new MeasurementsException(
                        "these measurements cannot be fitted: some are too large, too small, or"
                                + " too close to each other; give memory in MiB and time in"
                                + " seconds");
    }

    /** Returns Student's quantile for n - 2 degrees of freedom. */
    private static double studentQuantile(int points) {
        return new TDistribution(points - 2).inverseCumulativeProbability(1 - (1 - CONFIDENCE) / 2);
    }

    private static DoubleSummaryStatistics over(
            List<Measurement> measurements, ToDoubleFunction<Measurement> column) {
        return measurements.stream().mapToDouble(column).summaryStatistics();
    }

    private double slope() {
        return (model == TimeModel.WRITE ? a : b).value();
    }

    private double intercept() {
        return (model == TimeModel.WRITE ? b : a).value();
    }

    /**
     * Returns the time that the model expects, never shorter than within the measured range. Memory
     * beyond the largest measured counts as the largest: the effect of more is unknown, and the
     * model of reads falls below zero. Callers flag such values ({@link #isMeasured}).
     *
     * @param memory above 0, in the unit of the measurements
     * @return seconds; not above 0 only if the model does not describe the measurements
     */
    public double seconds(double memory) {
        return intercept() + slope() * model.basis(clamped(memory));
    }

    private double clamped(double memory) {
        return Math.min(largest, isSlowerWithMore() ? Math.max(smallest, memory) : memory);
    }

    private boolean isSlowerWithMore() {
        return model == TimeModel.WRITE ? slope() < 0 : slope() > 0;
    }

    /**
     * Returns the interval of the mean time: the confidence band of a regression line. Memory
     * beyond the largest measured counts as the largest, as in {@link #seconds}.
     */
    public Interval band(double memory) {
        return around(memory, 0);
    }

    /** Returns the interval of one more measurement: wider than {@link #band} by its noise. */
    public Interval prediction(double memory) {
        return around(memory, 1);
    }

    private Interval around(double memory, double noise) {
        double distance = model.basis(clamped(memory)) - centre;
        double margin =
                studentQuantile(points)
                        * standardError
                        * Math.sqrt(noise + 1.0 / points + distance * distance / spread);
        return new Interval(seconds(memory) - margin, seconds(memory) + margin);
    }

    /**
     * Returns whether the gain from more memory is significant: the 95 % interval of memory's
     * coefficient lies wholly on that side of 0.
     */
    public boolean isTold() {
        return model == TimeModel.WRITE ? a.low() > 0 : b.high() < 0;
    }

    /** Returns whether memory makes no difference to the expected time. */
    public boolean isConstant() {
        return slope() == 0;
    }

    /**
     * Returns this fit if more memory is faster, and else the mean of the measurements. Of all
     * lines where more memory is not slower, that is the least-squares one. No cache slows reads
     * down: such a slope is noise, or an effect of another change.
     */
    public Fit orConstant() {
        return isSlowerWithMore() ? constant() : this;
    }

    /** Returns the fit without an effect of memory: the mean of measurements, and its error. */
    public Fit constant() {
        double quantile = studentQuantile(points);
        double mean = intercept() + slope() * centre;
        double residuals = standardError * standardError * (points - 2);
        double error = Math.sqrt((residuals + slope() * slope() * spread) / (points - 1));
        Coefficient none = Coefficient.of(0, 0, quantile);
        Coefficient level = Coefficient.of(mean, error / Math.sqrt(points), quantile);
        boolean isSlopeFirst = model == TimeModel.WRITE;
        return new Fit(
                model,
                isSlopeFirst ? none : level,
                isSlopeFirst ? level : none,
                0,
                error,
                points,
                smallest,
                largest,
                centre,
                Double.POSITIVE_INFINITY,
                null);
    }

    /** Returns whether this memory lies between the smallest and the largest measured. */
    public boolean isMeasured(double memory) {
        return memory >= smallest && memory <= largest;
    }

    /**
     * Returns the memory at which the model's time reaches zero, where it no longer holds. Infinite
     * if there is none.
     */
    public double zeroAt() {
        if (model == TimeModel.READ && slope() < 0) return Math.exp(-intercept() / slope());
        if (model == TimeModel.WRITE && slope() > 0 && intercept() < 0)
            return -slope() / intercept();
        return Double.POSITIVE_INFINITY;
    }
}
