// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;
import java.io.IOException;
import java.nio.file.Files;

/** Checks a machine's resources before anything is loaded. */
final class Preconditions {
    private Preconditions() {}

    /**
     * Checks the machine's memory.
     *
     * @param limitBytes the memory limit of a node
     */
    static void requireMemory(long limitBytes) throws CalibrationException {
        long there = MachineMemory.bytes();
        if (limitBytes > there)
            throw new CalibrationException(
                    "A node cannot be limited to %d MiB of memory where there are %d MiB: give a smaller --budget"
                            .formatted(limitBytes / Budget.MIB, there / Budget.MIB));
    }

    /**
     * Checks disk space for the rows. A major compaction can temporarily need twice that, but
     * adapts to what is free, so it is not required.
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
