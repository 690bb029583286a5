// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.memory;

import dev.firesteel.cli.common.Amount;
import dev.firesteel.lab.memory.TrialSettings;
import java.nio.file.Files;
import java.nio.file.Path;

/** Describes the minimum duration of trials of memory splits. */
final class TrialLength {
    /** The minimum start time of a node, below any observed. */
    private static final int START_SECONDS = 5;

    private TrialLength() {}

    /**
     * Returns the description. The first node is warmed up twice, so that the clients are warm,
     * too. If results exist, it gives no duration: some measurements may not be needed.
     *
     * @param count of measurements
     * @param results the file of results
     */
    static String of(int count, TrialSettings trial, Path results) {
        if (Files.exists(results))
            return "%s in all; those in %s are not repeated"
                    .formatted(Amount.of(count, "measurement"), results);
        int warmUp = START_SECONDS + trial.warmUpSeconds();
        long seconds = warmUp + (long) count * (warmUp + trial.seconds());
        return "%s, at least %s after the rows are loaded; each goes to %s"
                .formatted(Amount.of(count, "measurement"), Amount.minutes(seconds), results);
    }
}
