// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A number of a figure.
 *
 * @param name what it describes
 * @param unit its unit; empty if it has none
 * @param published the printed value, or one derived from printed values; null if there is none
 * @param value the place of the measured value; null if it cannot be measured
 * @param over the divisor; null for none
 * @param from the minimum in the published direction; null if there is none
 * @param to the maximum; null if there is none. With neither, the number is not judged
 */
public record PublishedRow(
        String name,
        String unit,
        @Nullable Double published,
        @Nullable ResultPointer value,
        @Nullable ResultPointer over,
        @Nullable Double from,
        @Nullable Double to) {
    /** The factor within which a ratio agrees with the published one. */
    public static final double NEAR = 1.25;

    private static final String RATIO = "times";

    /** Returns the number measured here. */
    Optional<ResultPointer.Value> measured(Map<String, JsonNode> results) {
        if (value == null) return Optional.empty();
        Optional<ResultPointer.Value> measured = value.of(results);
        ResultPointer divisor = over;
        if (divisor == null) return measured;
        return measured.flatMap(above -> divisor.of(results).flatMap(below -> ratio(above, below)));
    }

    /**
     * Returns a ratio, round by round if both have equally many rounds: drift affects both alike.
     * Otherwise its interval follows from the ends of both.
     */
    private static Optional<ResultPointer.Value> ratio(
            ResultPointer.Value above, ResultPointer.Value below) {
        if (below.value() == 0) return Optional.empty();
        double ratio = above.value() / below.value();
        List<Double> rounds = new ArrayList<>();
        boolean isPaired = above.rounds().size() == below.rounds().size();
        for (int i = 0; isPaired && i < above.rounds().size(); i++)
            if (below.rounds().get(i) > 0)
                rounds.add(above.rounds().get(i) / below.rounds().get(i));
        if (!rounds.isEmpty() || below.low() <= 0 || above.low() < 0)
            return Optional.of(ResultPointer.Value.of(ratio, rounds));
        return Optional.of(
                new ResultPointer.Value(
                        ratio, above.low() / below.high(), above.high() / below.low(), List.of()));
    }

    /**
     * Compares a number with the published one.
     *
     * <p>Outside the bounds it disagrees. Within them, a ratio with a published value agrees if its
     * whole interval is within a factor of {@link #NEAR} of that. If its whole interval is outside
     * that factor, the effect is larger, further from 1 than published, or smaller. Numbers that
     * are not ratios have bounds as narrow as their printed digits.
     */
    Verdict judge(Optional<ResultPointer.Value> measured) {
        if (measured.isEmpty()) return Verdict.NOT_MEASURED;
        if (from == null && to == null) return Verdict.NOT_JUDGED;
        double least = from == null ? Double.NEGATIVE_INFINITY : from;
        double most = to == null ? Double.POSITIVE_INFINITY : to;
        ResultPointer.Value here = measured.get();
        if (here.high() < least || here.low() > most) return Verdict.DISAGREES;
        if (here.low() < least || here.high() > most) return Verdict.NOT_DECIDED;
        if (published == null) return Verdict.SAME_DIRECTION;
        return isRatio() ? size(here, published) : Verdict.AGREES;
    }

    private boolean isRatio() {
        return unit.equals(RATIO);
    }

    private static Verdict size(ResultPointer.Value here, double published) {
        if (here.low() >= published / NEAR && here.high() <= published * NEAR)
            return Verdict.AGREES;
        boolean isAbove = here.low() > published * NEAR;
        boolean isBelow = here.high() < published / NEAR;
        if (!isAbove && !isBelow) return Verdict.SAME_DIRECTION;
        return isAbove == published > 1 ? Verdict.LARGER : Verdict.SMALLER;
    }
}
