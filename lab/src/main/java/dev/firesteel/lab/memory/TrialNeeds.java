// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;
import java.io.IOException;
import java.nio.file.Files;

/** What trials take of a machine: better refused before anything is loaded. */
final class TrialNeeds {
    private TrialNeeds() {}

    /**
     * Memory.
     *
     * @param limitBytes what a node may have
     */
    static void requireMemory(long limitBytes) throws CalibrationException {
        long there = MachineMemory.bytes();
        if (limitBytes > there)
            throw new CalibrationException(
                    "A node cannot be limited to %d MiB of memory where there are %d MiB: give a smaller --budget"
                            .formatted(limitBytes / Budget.MIB, there / Budget.MIB));
    }

    /**
     * Room for the rows. A compaction of all takes as much again, for a while; but what it can do
     * with, it may.
     */
    static void requireRoom(TrialSettings settings) throws IOException {
        long needed = settings.records() * settings.row().storedBytes();
        long free = Files.getFileStore(settings.directory()).getUsableSpace();
        if (needed > free)
            throw new CalibrationException(
                    "Rows of %d MiB do not fit into %s, where %d MiB are free: give less --data, or another --directory"
                            .formatted(
                                    needed / Budget.MIB, settings.directory(), free / Budget.MIB));
    }
}
