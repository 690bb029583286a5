// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A mixture of latency distributions, each with a probability, written such as {@code
 * 0.9122*pareto:0.235,10+0.0878*exp:1.66}.
 *
 * <p>There are {@code pareto:SCALE,SHAPE} (scale in milliseconds), {@code exp:RATE} (per
 * millisecond) and {@code constant:MILLIS}. A single distribution needs no weight.
 */
public final class Mixture implements Latency {
    private static final double ROUNDING = 1e-6;

    private record Part(double upTo, Latency latency) {}

    private final String text;
    private final List<Part> parts;

    private Mixture(String text, List<Part> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
    }

    /**
     * Parses a mixture.
     *
     * @throws IllegalArgumentException if it is invalid, or its weights do not add up to 1; the
     *     message explains the error to a user
     */
    public static Mixture of(String text) {
        try {
            return parse(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "': not a number (" + e.getMessage() + ")", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + text + "': " + e.getMessage(), e);
        }
    }

    private static Mixture parse(String text) {
        List<Part> parts = new ArrayList<>();
        String[] terms = text.split("(?<![eE])\\+", -1);
        double sum = 0;
        for (String term : terms) {
            String[] factors = term.split("\\*", 2);
            if (factors.length < 2 && terms.length > 1)
                throw new IllegalArgumentException(
                        "'" + term + "' has no weight: write WEIGHT*DISTRIBUTION");
            double weight = factors.length < 2 ? 1 : Double.parseDouble(factors[0].strip());
            if (!(weight > 0 && weight <= 1))
                throw new IllegalArgumentException(
                        "a weight must be above 0 and at most 1, not " + factors[0].strip());
            sum += weight;
            parts.add(new Part(sum, distribution(factors[factors.length - 1].strip())));
        }
        if (Math.abs(sum - 1) > ROUNDING)
            throw new IllegalArgumentException("the weights add up to " + sum + ", not to 1");
        return new Mixture(text, parts);
    }

    private static Latency distribution(String term) {
        String[] words = term.split(":", 2);
        double[] numbers = words.length < 2 ? new double[0] : numbers(words[1]);
        if (words[0].equals("pareto") && numbers.length == 2)
            return new Pareto(numbers[0], numbers[1]);
        if (words[0].equals("exp") && numbers.length == 1) return new Exponential(numbers[0]);
        if (words[0].equals("constant") && numbers.length == 1) return new Constant(numbers[0]);
        throw new IllegalArgumentException(
                "'" + term + "' is none of pareto:SCALE,SHAPE, exp:RATE, constant:MILLIS");
    }

    private static double[] numbers(String list) {
        String[] words = list.split(",", -1);
        double[] numbers = new double[words.length];
        for (int i = 0; i < words.length; i++) numbers[i] = Double.parseDouble(words[i].strip());
        return numbers;
    }

    @Override
    public double draw(SplittableRandom random) {
        int last = parts.size() - 1;
        if (last == 0) return parts.get(0).latency.draw(random);
        double at = random.nextDouble();
        for (int i = 0; i < last; i++)
            if (at < parts.get(i).upTo) return parts.get(i).latency.draw(random);
        return parts.get(last).latency.draw(random);
    }

    /** Returns the text that was parsed. */
    @Override
    public String toString() {
        return text;
    }
}
