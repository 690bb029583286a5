// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.nio.file.Path;

/** What the readers of a campaign saw, in words. */
final class SightText {
    private SightText() {}

    /**
     * The words.
     *
     * @param seen reads that showed a row
     * @param unacknowledged keys of which a newer value was seen than was acknowledged
     */
    static String of(long seen, long unacknowledged) {
        return ", %d values seen (%d of writes never acknowledged)".formatted(seen, unacknowledged);
    }

    /** There were readers, and none has seen anything. */
    static String inVain(Path results) {
        return "No reader saw a row: this shows nothing of what readers see; see " + results;
    }
}
