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
 * @param name what it is of
 * @param unit its unit; empty if it has none
 * @param published as it was printed, or follows from what was; null if it was not
 * @param value where it is measured; null if that cannot be
 * @param over what it is divided by; null for nothing
 * @param from the least that has the shape of the figure; null if there is none
 * @param to the most; null if there is none. With neither, the number is not judged
 */
public record PublishedRow(
        String name,
        String unit,
        @Nullable Double published,
        @Nullable Reading value,
        @Nullable Reading over,
        @Nullable Double from,
        @Nullable Double to) {

    /** The number here. */
    Optional<Reading.Value> measured(Map<String, JsonNode> results) {
        if (value == null) return Optional.empty();
        Optional<Reading.Value> measured = value.of(results);
        Reading divisor = over;
        if (divisor == null) return measured;
        return measured.flatMap(above -> divisor.of(results).flatMap(below -> ratio(above, below)));
    }

    /**
     * Round by round where both have as many: what drifts has drifted for both. Otherwise it lies
     * between what the ends of both allow.
     */
    private static Optional<Reading.Value> ratio(Reading.Value above, Reading.Value below) {
        if (below.value() == 0) return Optional.empty();
        double ratio = above.value() / below.value();
        List<Double> rounds = new ArrayList<>();
        boolean isPaired = above.rounds().size() == below.rounds().size();
        for (int i = 0; isPaired && i < above.rounds().size(); i++)
            if (below.rounds().get(i) > 0)
                rounds.add(above.rounds().get(i) / below.rounds().get(i));
        if (!rounds.isEmpty() || below.low() <= 0 || above.low() < 0)
            return Optional.of(Reading.Value.of(ratio, rounds));
        return Optional.of(
                new Reading.Value(
                        ratio, above.low() / below.high(), above.high() / below.low(), List.of()));
    }

    /** What a number says of the shape. */
    Verdict judge(Optional<Reading.Value> measured) {
        if (measured.isEmpty()) return Verdict.NOT_MEASURED;
        if (from == null && to == null) return Verdict.NOT_JUDGED;
        double least = from == null ? Double.NEGATIVE_INFINITY : from;
        double most = to == null ? Double.POSITIVE_INFINITY : to;
        Reading.Value here = measured.get();
        if (here.low() >= least && here.high() <= most) return Verdict.HOLDS;
        return here.high() < least || here.low() > most ? Verdict.FAILS : Verdict.UNDECIDED;
    }
}
