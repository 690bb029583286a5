// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.lab.memory.TrialSettings;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long it takes at least to try divisions of memory, in words. */
final class TrialLength {
    /** Less than any start of Cassandra that was seen. */
    private static final int START_SECONDS = 5;

    private static final double SECONDS_PER_MINUTE = 60;

    private TrialLength() {}

    /**
     * The same. The first node is warmed up twice, for clients to be warm as well. Of measurements
     * that are begun already it says no time: some need not be made any more.
     *
     * @param count of measurements
     * @param results where they go
     */
    static String of(int count, TrialSettings trial, Path results) {
        if (Files.exists(results))
            return "%d measurements in all; those that are in %s are not made again"
                    .formatted(count, results);
        int warmUp = START_SECONDS + trial.warmUpSeconds();
        long seconds = warmUp + (long) count * (warmUp + trial.seconds());
        long minutes = (long) Math.ceil(seconds / SECONDS_PER_MINUTE);
        return "%d measurements, at least %d minute%s after the rows are loaded; each goes to %s"
                .formatted(count, minutes, minutes == 1 ? "" : "s", results);
    }
}
