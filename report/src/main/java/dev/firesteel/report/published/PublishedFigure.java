// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A figure or table of a paper, and where its numbers are in the results of experiments.
 *
 * @param id what it is called here, such as {@code capi-table-2}
 * @param source the paper, and what it calls it
 * @param caption what it shows
 * @param obstacle why it cannot be measured here; empty if it can
 * @param note how what is measured differs from what the paper has measured
 * @param rows its numbers; none if there is an obstacle
 */
public record PublishedFigure(
        String id,
        String source,
        String caption,
        String obstacle,
        String note,
        List<PublishedRow> rows) {

    /** Whether it can be measured here. */
    public boolean isMeasurable() {
        return obstacle.isEmpty();
    }

    /** The experiments whose results it takes, in the order in which it does. */
    public Set<String> experiments() {
        Set<String> experiments = new LinkedHashSet<>();
        for (PublishedRow row : rows) {
            add(experiments, row.value());
            add(experiments, row.over());
        }
        return experiments;
    }

    private static void add(Set<String> experiments, @Nullable Reading reading) {
        if (reading != null) experiments.add(reading.experiment());
    }
}
