// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where faults are tried.
 *
 * @param journal the file or device of the journal, or null for a stock node
 * @param disks the scratch disks that are there
 */
public record Site(@Nullable Path journal, ScratchDisks disks) {
    /** The journal. */
    Path requireJournal(Fault fault) throws FaultException {
        if (journal == null)
            throw new FaultException(
                    "The fault " + fault.name() + " is about the journal; a stock node has none");
        return journal;
    }
}
