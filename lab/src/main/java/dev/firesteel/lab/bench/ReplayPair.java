// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One mode against the best of Cassandra's own, as in {@code --json}.
 *
 * @param mode the one
 * @param against the other
 * @param figure the figure compared
 * @param ratio the median of the rounds' ratios; below 1 the one is better
 * @param rounds the ratio of each round
 * @param low the lower end of the 95 % interval; null if there were too few rounds for one
 * @param high the upper end
 * @param verdict the conclusion
 * @param text the same in words
 */
public record ReplayPair(
        Mode mode,
        Mode against,
        ReplayFigure figure,
        double ratio,
        List<Double> rounds,
        @Nullable Double low,
        @Nullable Double high,
        Ratio.Verdict verdict,
        String text) {
    static ReplayPair of(ReplayComparison all, Mode mode, Mode against, ReplayFigure figure) {
        Ratio ratio = all.ratio(mode, against, figure);
        return new ReplayPair(
                mode,
                against,
                figure,
                ratio.median(),
                ratio.rounds(),
                ratio.low(),
                ratio.high(),
                ratio.verdict(),
                "%s of %s against %s: %s"
                        .formatted(
                                figure.title(), mode.title(), against.title(), ratio.text(figure)));
    }
}
