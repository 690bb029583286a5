// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import dev.firesteel.lab.crash.HistoryCounts;
import org.jspecify.annotations.Nullable;

/** Describes the histories of registers in a campaign. */
final class HistoryText {
    private HistoryText() {}

    /** Returns the end of a list; empty if there were no histories. */
    static String of(@Nullable HistoryCounts counts) {
        HistoryCounts found = HistoryCounts.of(counts);
        return found.checked() == 0
                ? ""
                : ", %d of %d histories not linearizable"
                        .formatted(found.violated(), found.checked());
    }

    /** Returns the end of a campaign's summary. */
    static String of(int histories, @Nullable Boolean linearizable) {
        if (linearizable == null) return "";
        return ", %d histories, %s"
                .formatted(histories, linearizable ? "all linearizable" : "not all linearizable");
    }
}
