// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.crash.ChangeCounts;
import dev.firesteel.lab.crash.HistoryCounts;
import org.jspecify.annotations.Nullable;

/** Describes what the conditional and the mixed clients of a campaign did. */
final class HistoryText {
    private HistoryText() {}

    /** Returns the end of a list; empty if there were no such clients. */
    static String of(@Nullable HistoryCounts histories, @Nullable ChangeCounts changes) {
        HistoryCounts found = HistoryCounts.of(histories);
        String text =
                found.checked() == 0
                        ? ""
                        : ", %d of %d histories not linearizable"
                                .formatted(found.violated(), found.checked());
        ChangeCounts made = ChangeCounts.of(changes);
        return made.attempted() == 0
                ? text
                : text
                        + ", %d of %d mixed changes acknowledged"
                                .formatted(made.acknowledged(), made.attempted())
                        + of(made.schemaChanges(), made.viewErrors());
    }

    /** Returns the end of a campaign's summary. */
    static String of(
            int histories,
            @Nullable Boolean linearizable,
            long changes,
            long schemaChanges,
            long viewErrors) {
        String text =
                linearizable == null
                        ? ""
                        : ", %d histories, %s"
                                .formatted(
                                        histories,
                                        linearizable ? "all linearizable" : "not all linearizable");
        return changes == 0
                ? text
                : text
                        + ", %d mixed changes acknowledged".formatted(changes)
                        + of(schemaChanges, viewErrors);
    }

    private static String of(long schemaChanges, long viewErrors) {
        String text = ", %d schema changes acknowledged".formatted(schemaChanges);
        return viewErrors == 0 ? text : text + ", %d views that differ".formatted(viewErrors);
    }
}
