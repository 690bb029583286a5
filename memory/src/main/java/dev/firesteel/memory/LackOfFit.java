// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.memory;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.hipparchus.distribution.continuous.FDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The F test for lack of fit (Draper and Smith, "Applied Regression Analysis", the chapter on pure
 * error and repeat runs). It compares a model's error with the scatter of measurements of the same
 * memory. If significant, the model is wrong, and more measurements do not help. If not, the error
 * may be noise.
 *
 * @param f the mean square of the errors of each memory's mean, over that of the noise
 * @param memories the degrees of freedom of the first: the number of memories measured, less 2
 * @param repeats those of the second: the number of measurements less that of memories
 * @param probability of such an f, or a larger one, if the model were right, 0 to 1
 */
public record LackOfFit(double f, int memories, int repeats, double probability) {
    private static final double SIGNIFICANCE = 0.05;
    private static final int COEFFICIENTS = 2;

    /**
     * Tests a line through measurements.
     *
     * @param squares the residual sum of squares
     * @return null if the test is impossible: no memory was measured twice, repeats do not differ,
     *     or there are no more memories than coefficients
     */
    static @Nullable LackOfFit of(List<Measurement> measurements, double squares) {
        Map<Double, List<Measurement>> byMemory =
                measurements.stream()
                        .collect(
                                Collectors.groupingBy(
                                        Measurement::memory, TreeMap::new, Collectors.toList()));
        int memories = byMemory.size() - COEFFICIENTS;
        int repeats = measurements.size() - byMemory.size();
        double noise = byMemory.values().stream().mapToDouble(LackOfFit::squares).sum();
        if (memories < 1 || repeats < 1 || noise == 0) return null;
        double f = Math.max(0, squares - noise) / memories / (noise / repeats);
        double below = new FDistribution(memories, repeats).cumulativeProbability(f);
        return new LackOfFit(f, memories, repeats, 1 - below);
    }

    /** Returns the sum of squares around their own mean. */
    private static double squares(List<Measurement> alike) {
        double mean = alike.stream().mapToDouble(Measurement::seconds).average().orElseThrow();
        return alike.stream()
                .mapToDouble(each -> (each.seconds() - mean) * (each.seconds() - mean))
                .sum();
    }

    /** Returns whether the lack of fit is significant, at the level of 5 %. */
    public boolean isSignificant() {
        return probability < SIGNIFICANCE;
    }
}
