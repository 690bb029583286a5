// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.flash;

import org.hipparchus.analysis.UnivariateFunction;
import org.hipparchus.analysis.solvers.BracketingNthOrderBrentSolver;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.univariate.BrentOptimizer;
import org.hipparchus.optim.univariate.SearchInterval;
import org.hipparchus.optim.univariate.UnivariateObjectiveFunction;

/**
 * Write amplification in theory, for drives with very many blocks in steady state. In all formulas
 * alpha is the ratio of physical to logical pages, above 1.
 */
public final class ClosedForm {
    private static final double ACCURACY = 1e-12;
    private static final int EVALUATIONS = 10_000;

    private ClosedForm() {}

    /**
     * Returns it for uniform random writes when the oldest block is erased: A = 1 / (1 -
     * e^(-alpha/A)), which is alpha / (alpha + W(-alpha e^-alpha)) (Xiang and Kurkoski 2011;
     * Desnoyers 2012, section 4.1).
     */
    public static double uniformFifo(double alpha) {
        return hotColdFifo(alpha, 0.5, 0.5);
    }

    /**
     * Returns it for uniform random writes when the block with the fewest valid pages is erased.
     * With very many blocks all victims have v or v + 1 valid pages, and v stands for their mean.
     * From full blocks down to victims, equally many blocks fall from i + 1 valid pages to i as
     * from i to i - 1. The number of blocks with i valid pages is thus proportional to 1 / i.
     * Counting blocks and pages gives alpha (1 - v/n) = H(n) - H(v). Here n is the number of pages
     * in a block, and H the harmonic numbers, linear in between; A = n / (n - v). (Desnoyers 2012,
     * section 4.2, has A = F(k alpha) / k instead, k = 1 + 1 / 2n, F as in {@link #uniformFifo}:
     * less by 1.7 % at a spare factor of 0.03 and 32 pages, by 0.1 % where both are larger.)
     *
     * @param pagesPerBlock at least 1
     */
    public static double uniformGreedy(double alpha, int pagesPerBlock) {
        if (alpha >= harmonic(pagesPerBlock)) return 1;
        UnivariateFunction excess =
                valid ->
                        harmonic(pagesPerBlock)
                                - harmonic(valid)
                                - alpha * (1 - valid / pagesPerBlock);
        double valid = root(excess, 0, pagesPerBlock - 1);
        return pagesPerBlock / (pagesPerBlock - valid);
    }

    private static double harmonic(double number) {
        double sum = 0;
        for (int i = 1; i <= number; i++) sum += 1.0 / i;
        double whole = Math.floor(number);
        return sum + (number - whole) / (whole + 1);
    }

    private static double root(UnivariateFunction function, double low, double high) {
        return new BracketingNthOrderBrentSolver(ACCURACY, 5)
                .solve(EVALUATIONS, function, low, high);
    }

    /**
     * Returns it for hot and cold pages that share one open block, when the oldest block is erased
     * (Desnoyers 2012, section 5.1).
     *
     * @param fraction of the pages that is hot, f, above 0 and below 1
     * @param rate the hot pages' share of the writes, r, above 0 and below 1
     */
    public static double hotColdFifo(double alpha, double fraction, double rate) {
        UnivariateFunction excess =
                amplification ->
                        1
                                + moved(rate, fraction, alpha, amplification)
                                + moved(1 - rate, 1 - fraction, alpha, amplification)
                                - amplification;
        // For large A the sum is A / alpha + 1/2 + o(1), so the root lies below this.
        return root(excess, 1 - ACCURACY, 2 + 2 / (1 - 1 / alpha));
    }

    private static double moved(double rate, double fraction, double alpha, double amplification) {
        return rate / Math.expm1(rate / fraction * alpha / amplification);
    }

    /** The best split of the spare between two streams. */
    public record Separation(double hotShareOfSpare, double writeAmplification) {}

    /**
     * Returns the least that two streams can reach: hot and cold pages in separate blocks, the
     * spare split optimally, each stream cleaned greedily (Desnoyers 2012, section 5.2).
     *
     * @param fraction as in {@link #hotColdFifo}
     * @param rate as in {@link #hotColdFifo}
     */
    public static Separation separated(
            double alpha, int pagesPerBlock, double fraction, double rate) {
        UnivariateFunction amplification =
                share ->
                        rate * part(share, alpha, fraction, pagesPerBlock)
                                + (1 - rate) * part(1 - share, alpha, 1 - fraction, pagesPerBlock);
        var best =
                new BrentOptimizer(ACCURACY, ACCURACY)
                        .optimize(
                                new MaxEval(EVALUATIONS),
                                new UnivariateObjectiveFunction(amplification),
                                GoalType.MINIMIZE,
                                new SearchInterval(1e-6, 1 - 1e-6));
        return new Separation(best.getPoint(), best.getValue());
    }

    private static double part(double share, double alpha, double fraction, int pagesPerBlock) {
        return uniformGreedy((share * (alpha - 1) + fraction) / fraction, pagesPerBlock);
    }
}
