// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import dev.firesteel.journal.Damage;
import dev.firesteel.journal.ReplaySummary;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of an export.
 *
 * @param read the summary of reading the journal
 * @param damages the parts of it that cannot be read
 * @param isWritten whether the files were written; if not, nothing was changed
 * @param files the segment files, oldest first; a segment without entries has none
 * @param fileBytes their total size in bytes
 * @param fillers the number of entries in them that replace unreadable ones
 */
public record ExportSummary(
        ReplaySummary read,
        List<Damage> damages,
        boolean isWritten,
        List<Path> files,
        long fileBytes,
        long fillers) {
    /** The identifier of the nonexistent table to which the fillers' mutations belong. */
    public static final String FILLER_TABLE = Filler.TABLE.toString();
}
