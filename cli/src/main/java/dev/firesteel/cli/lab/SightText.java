// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.lab;

import java.nio.file.Path;

/** Describes what the readers of a campaign saw. */
final class SightText {
    private SightText() {}

    /**
     * Returns the description.
     *
     * @param seen reads that returned a row
     * @param unacknowledged keys with a newer value seen than acknowledged
     */
    static String of(long seen, long unacknowledged) {
        return "%d values seen (%d of writes never acknowledged)".formatted(seen, unacknowledged);
    }

    /** Returns the warning for readers that saw no row. */
    static String inVain(Path results) {
        return "No reader saw a row, so reads were not tested; see " + results;
    }
}
