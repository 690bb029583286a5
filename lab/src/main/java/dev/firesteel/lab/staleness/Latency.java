// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

import java.util.SplittableRandom;

/** The one-way latency of a message. */
interface Latency {

    /** Draws a latency, in milliseconds. */
    double draw(SplittableRandom random);

    /** Draws uniformly from (0, 1]. Its logarithm and its powers are finite. */
    static double uniform(SplittableRandom random) {
        return 1 - random.nextDouble();
    }

    /**
     * An exponential distribution, which is memoryless.
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
     * A Pareto distribution, which has a heavy tail.
     *
     * @param scale the minimum, in milliseconds
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
     * A constant latency.
     *
     * @param millis from 0
     */
    record Constant(double millis) implements Latency {
        public Constant {
            if (!(millis >= 0 && millis < Double.POSITIVE_INFINITY))
                throw new IllegalArgumentException(
                        "a constant must be 0 ms or more, not " + millis);
        }

        @Override
        public double draw(SplittableRandom random) {
            return millis;
        }
    }

    private static void positive(String what, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY))
            throw new IllegalArgumentException(what + " must be above 0, not " + value);
    }
}
