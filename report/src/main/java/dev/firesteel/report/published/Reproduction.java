// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A published figure beside the results measured here.
 *
 * @param id its identifier here
 * @param source the paper, and the figure's name there
 * @param caption what it shows
 * @param note the differences between this measurement and the paper's
 * @param rows its numbers
 */
public record Reproduction(String id, String source, String caption, String note, List<Row> rows) {
    /**
     * A number, published and measured here.
     *
     * @param name what it describes
     * @param unit its unit; empty if it has none
     * @param published null if it was not printed
     * @param here null if it was not measured
     * @param low the lower end of its interval, or the lowest of its rounds; the number itself if
     *     it was measured once
     * @param high the upper end, likewise
     * @param from the minimum in the published direction; null if there is none
     * @param to the maximum; null if there is none
     * @param verdict on the number beside the published one
     */
    public record Row(
            String name,
            String unit,
            @Nullable Double published,
            @Nullable Double here,
            @Nullable Double low,
            @Nullable Double high,
            @Nullable Double from,
            @Nullable Double to,
            Verdict verdict) {}

    /**
     * Compares a figure with results.
     *
     * @param results of experiments, by name; rows of missing ones are not measured
     */
    public static Reproduction of(PublishedFigure figure, Map<String, JsonNode> results) {
        return new Reproduction(
                figure.id(),
                figure.source(),
                figure.caption(),
                figure.note(),
                figure.rows().stream().map(row -> row(row, results)).toList());
    }

    private static Row row(PublishedRow row, Map<String, JsonNode> results) {
        Optional<ResultPointer.Value> here = row.measured(results);
        return new Row(
                row.name(),
                row.unit(),
                row.published(),
                here.map(ResultPointer.Value::value).orElse(null),
                here.map(ResultPointer.Value::low).orElse(null),
                here.map(ResultPointer.Value::high).orElse(null),
                row.from(),
                row.to(),
                row.judge(here));
    }
}
