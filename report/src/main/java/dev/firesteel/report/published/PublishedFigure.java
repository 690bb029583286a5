// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.report.published;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A figure or table of a paper, and the places of its numbers in experiment results.
 *
 * @param id its identifier here, such as {@code capi-table-2}
 * @param source the paper, and the figure's name there
 * @param caption what it shows
 * @param obstacle the reason why it cannot be measured here; empty if it can
 * @param note the differences between this measurement and the paper's
 * @param rows its numbers; empty if there is an obstacle
 */
public record PublishedFigure(
        String id,
        String source,
        String caption,
        String obstacle,
        String note,
        List<PublishedRow> rows) {

    /** Returns whether it can be measured here. */
    public boolean isMeasurable() {
        return obstacle.isEmpty();
    }

    /** Returns the experiments whose results it uses, in order of use. */
    public Set<String> experiments() {
        Set<String> experiments = new LinkedHashSet<>();
        for (PublishedRow row : rows) {
            add(experiments, row.value());
            add(experiments, row.over());
        }
        return experiments;
    }

    private static void add(Set<String> experiments, @Nullable ResultPointer reading) {
        if (reading != null) experiments.add(reading.experiment());
    }
}
