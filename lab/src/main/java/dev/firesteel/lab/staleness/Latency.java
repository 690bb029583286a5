// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.SplittableRandom;

/** How long a message is on its way, in one direction. */
interface Latency {

    /** Draws one, in milliseconds. */
    double draw(SplittableRandom random);

    /** Uniform in (0, 1]: its logarithm and its powers are finite. */
    static double uniform(SplittableRandom random) {
        return 1 - random.nextDouble();
    }

    /**
     * Memoryless.
     *
     * @param rate per millisecond
     */
    record Exponential(double rate) implements Latency {
        public Exponential {
            Latency.positive("the rate of an exponential distribution", rate);
        }

        @Override
        public double draw(SplittableRandom random) {
            return -Math.log(uniform(random)) / rate;
        }
    }

    /**
     * Heavy in the tail.
     *
     * @param scale the shortest, in milliseconds
     * @param shape the tail's index: the larger, the thinner
     */
    record Pareto(double scale, double shape) implements Latency {
        public Pareto {
            Latency.positive("the scale of a Pareto distribution", scale);
            Latency.positive("the shape of a Pareto distribution", shape);
        }

        @Override
        public double draw(SplittableRandom random) {
            return scale * Math.pow(uniform(random), -1 / shape);
        }
    }

    /**
     * Always the same.
     *
     * @param millis from 0
     */
    record Constant(double millis) implements Latency {
        public Constant {
            if (!(millis >= 0 && millis < Double.POSITIVE_INFINITY))
                throw new IllegalArgumentException(
                        "a constant is a number of milliseconds from 0, not " + millis);
        }

        @Override
        public double draw(SplittableRandom random) {
            return millis;
        }
    }

    private static void positive(String what, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException(what + " is above 0, not " + value);
    }
}
