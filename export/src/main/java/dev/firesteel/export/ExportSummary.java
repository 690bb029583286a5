// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.ReplaySummary;
import java.nio.file.Path;
import java.util.List;

/**
 * What an export has done.
 *
 * @param read what was read of the journal
 * @param damages what cannot be read of it
 * @param isWritten whether there is an export; without, nothing was changed
 * @param files the segment files, oldest first; there is none of a segment without entries
 * @param fileBytes their size
 * @param fillers how many entries in them stand in the place of such as cannot be read
 */
public record ExportSummary(
        ReplaySummary read,
        List<Damage> damages,
        boolean isWritten,
        List<Path> files,
        long fileBytes,
        long fillers) {
    /** The table, which does not exist, whose mutations the fillers are. */
    public static final String FILLER_TABLE = Filler.TABLE.toString();
}
