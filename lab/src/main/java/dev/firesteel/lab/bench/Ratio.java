// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.hipparchus.distribution.continuous.TDistribution;
import org.jspecify.annotations.Nullable;

/**
 * A figure of one mode relative to another, with a confidence interval.
 *
 * <p>Each round gives one ratio of two measurements made in close succession, which cancels effects
 * that last a whole round. The interval is Student's for the mean of the ratios' logarithms, at 95
 * %. It contains 1 unless the rounds agree better than they differ from 1. Fewer than three rounds
 * give no verdict.
 *
 * @param rounds the ratio of each round
 * @param median of those
 * @param low the lower end of the interval; null if there were too few rounds for one
 * @param high the upper end
 */
public record Ratio(
        List<Double> rounds, double median, @Nullable Double low, @Nullable Double high) {
    /** Fewer rounds do not show the noise. */
    public static final int FEWEST_ROUNDS = 3;

    private static final double QUANTILE = 0.975;

    /** The conclusion from a ratio. */
    public enum Verdict {
        /** Significantly more than the other. */
        ABOVE,
        /** Significantly less than the other. */
        BELOW,
        /** No significant difference. */
        NO_DIFFERENCE,
        /** Too few rounds to estimate the noise. */
        TOO_FEW_ROUNDS
    }

    public Ratio {
        rounds = List.copyOf(rounds);
    }

    /**
     * Returns the ratio over the rounds in which both were measured.
     *
     * @param one by round, as is the other
     */
    public static Ratio ofRounds(Map<Integer, Double> one, Map<Integer, Double> other) {
        List<Double> ratios = new ArrayList<>();
        one.forEach(
                (round, value) -> {
                    double base = other.getOrDefault(round, 0.0);
                    if (value > 0 && base > 0) ratios.add(value / base);
                });
        return of(ratios);
    }

    /** Returns the ratio of at least one round, each above 0. */
    public static Ratio of(List<Double> rounds) {
        if (rounds.size() < FEWEST_ROUNDS) return new Ratio(rounds, Median.of(rounds), null, null);
        double[] logs = rounds.stream().mapToDouble(Math::log).toArray();
        int count = logs.length;
        double mean = 0;
        for (double log : logs) mean += log / count;
        double squares = 0;
        for (double log : logs) squares += (log - mean) * (log - mean);
        double error = Math.sqrt(squares / (count - 1) / count);
        double reach = error * new TDistribution(count - 1).inverseCumulativeProbability(QUANTILE);
        return new Ratio(rounds, Median.of(rounds), Math.exp(mean - reach), Math.exp(mean + reach));
    }

    /** Returns the verdict. */
    public Verdict verdict() {
        if (low == null || high == null) return Verdict.TOO_FEW_ROUNDS;
        if (low > 1) return Verdict.ABOVE;
        return high < 1 ? Verdict.BELOW : Verdict.NO_DIFFERENCE;
    }

    /** Returns the verdict as one character, for tables. */
    public String mark() {
        return switch (verdict()) {
            case ABOVE, BELOW -> " ";
            case NO_DIFFERENCE -> "~";
            case TOO_FEW_ROUNDS -> "?";
        };
    }

    /** Returns whether the difference is significant. */
    boolean isDifferent() {
        return verdict() == Verdict.ABOVE || verdict() == Verdict.BELOW;
    }

    /** Returns the message shown instead of verdicts when there are too few rounds. */
    public static String tooFew(int rounds, String question) {
        return "? %s is unknown after %d round%s: at least %d are needed"
                .formatted(question, rounds, rounds == 1 ? "" : "s", FEWEST_ROUNDS);
    }

    /** Returns the verdict as the end of a sentence. */
    public String text(ComparisonLabels figure) {
        return switch (verdict()) {
            case ABOVE -> figure.above() + interval();
            case BELOW -> figure.below() + interval();
            case NO_DIFFERENCE ->
                    "no difference: the spread of the rounds, "
                            + list()
                            + ", is larger than the difference"
                            + interval();
            case TOO_FEW_ROUNDS ->
                    "unknown after "
                            + (rounds.size() == 1 ? "one round" : rounds.size() + " rounds")
                            + ", at least "
                            + FEWEST_ROUNDS
                            + " are needed";
        };
    }

    /** Returns the interval in brackets, after a space; empty if there is none. */
    public String interval() {
        if (low == null || high == null) return "";
        return String.format(Locale.ROOT, " (95 %%: %.2f to %.2f)", low, high);
    }

    private String list() {
        return rounds.stream()
                .map(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
                .collect(Collectors.joining(" "));
    }
}
