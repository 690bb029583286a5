// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The environment of faults.
 *
 * @param journal the file or device of the journal, or null for a stock node
 * @param disks the scratch disks available
 */
public record FaultTargets(@Nullable Path journal, ScratchDisks disks) {
    /**
     * Returns the journal.
     *
     * @throws FaultException if there is none
     */
    Path requireJournal(Fault fault) throws FaultException {
        if (journal == null)
            throw new FaultException(
                    "The fault " + fault.name() + " is about the journal; a stock node has none");
        return journal;
    }
}
