// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;
import org.jspecify.annotations.Nullable;

/**
 * The universal scalability law (Gunther 2007, "Guerrilla Capacity Planning", chapter 4): N nodes
 * do X(N) = X1 N / (1 + a (N - 1) + b N (N - 1)).
 *
 * @param opsPerSecondOfOne X1, the fitted rate of one node, in operations a second
 * @param contention a, the serial part; 0 or more
 * @param coherency b, the cost of communication between each two nodes; 0 or more
 */
public record ScalabilityLaw(double opsPerSecondOfOne, double contention, double coherency) {
    /** The number of its coefficients. */
    static final int FEWEST_SIZES = 3;

    /** With no more sizes than coefficients, the fit follows the noise. */
    static final int FEWEST_SIZES_TO_GO_ON = FEWEST_SIZES + 1;

    private static final List<boolean[]> SHAPES =
            List.of(
                    new boolean[] {true, true},
                    new boolean[] {true, false},
                    new boolean[] {false, true},
                    new boolean[] {false, false});

    /**
     * Fits by least squares of relative errors, with coefficients that are not negative.
     *
     * @param rates operations a second by number of nodes; each above 0
     * @return null if there are fewer than three sizes
     */
    static @Nullable ScalabilityLaw fit(Map<Integer, Double> rates) {
        if (rates.size() < FEWEST_SIZES) return null;
        ScalabilityLaw best = null;
        double least = Double.POSITIVE_INFINITY;
        for (boolean[] shape : SHAPES) {
            ScalabilityLaw law = fit(new TreeMap<>(rates), shape);
            double error = law.squaredError(rates);
            if (law.contention >= 0 && law.coherency >= 0 && error < least) {
                best = law;
                least = error;
            }
        }
        return best;
    }

    /** Fits N / X(N), linear in the unknowns; each row is divided by its measured value. */
    private static ScalabilityLaw fit(TreeMap<Integer, Double> rates, boolean[] shape) {
        int columns = 1 + (shape[0] ? 1 : 0) + (shape[1] ? 1 : 0);
        double[][] rows = new double[rates.size()][columns];
        int row = 0;
        for (Map.Entry<Integer, Double> each : rates.entrySet()) {
            double nodes = each.getKey();
            double weight = each.getValue() / nodes;
            int column = 0;
            rows[row][column++] = weight;
            if (shape[0]) rows[row][column++] = weight * (nodes - 1);
            if (shape[1]) rows[row][column] = weight * nodes * (nodes - 1);
            row++;
        }
        double[] found =
                new QRDecomposition(new Array2DRowRealMatrix(rows, false))
                        .getSolver()
                        .solve(new ArrayRealVector(rates.size(), 1))
                        .toArray();
        double contention = shape[0] ? found[1] / found[0] : 0;
        double coherency = shape[1] ? found[columns - 1] / found[0] : 0;
        return new ScalabilityLaw(1 / found[0], contention, coherency);
    }

    private double squaredError(Map<Integer, Double> rates) {
        double sum = 0;
        for (Map.Entry<Integer, Double> each : rates.entrySet()) {
            double error = each.getValue() / opsPerSecond(each.getKey()) - 1;
            sum += error * error;
        }
        return sum;
    }

    /** Returns the rate of this number of nodes, in operations a second. */
    public double opsPerSecond(int nodes) {
        return opsPerSecondOfOne
                * nodes
                / (1 + contention * (nodes - 1) + coherency * nodes * (nodes - 1.0));
    }
}
