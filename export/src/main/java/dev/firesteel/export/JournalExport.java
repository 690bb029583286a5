// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalKey;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a journal's content as the segment files of a stock commit log. Each mutation keeps its
 * position in the journal. From it, Cassandra detects mutations that SSTables cover already. The
 * journal is not changed.
 *
 * @param journal a journal that no process has open
 * @param key its encryption key; null if it is not encrypted. The files are not encrypted
 * @param directory the target directory, without segment files or nonexistent
 * @param despiteDamage whether to export the readable part if acknowledged data cannot be read
 */
public record JournalExport(
        Path journal, @Nullable JournalKey key, Path directory, boolean despiteDamage) {
    /**
     * Exports everything that a start would replay.
     *
     * @throws IOException if the journal or the directory is refused, or fails; no file is left
     */
    public ExportSummary write() throws IOException {
        ExportDirectory target = ExportDirectory.at(directory);
        requireCassandras(JournalReader.inspect(journal));
        boolean isWritten = false;
        try (SegmentFiles segments = new SegmentFiles(target)) {
            ReplaySummary read = JournalReader.readOnce(journal, key, segments);
            segments.finish();
            List<Path> files = List.of();
            if (segments.damages().isEmpty() || despiteDamage) {
                files = target.publish();
                isWritten = true;
            }
            return new ExportSummary(
                    read,
                    segments.damages(),
                    isWritten,
                    files,
                    isWritten ? segments.bytes() : 0,
                    isWritten ? segments.fillers() : 0);
        } finally {
            if (!isWritten) target.abandon();
        }
    }

    private void requireCassandras(JournalInfo info) throws IOException {
        if (info.positionBase() != SegmentFormat.ENTRIES_OFFSET
                || info.positionOverhead() != SegmentFormat.ENTRY_OVERHEAD)
            throw new IOException(
                    journal
                            + " was not formatted for Cassandra: its positions begin at "
                            + info.positionBase()
                            + " and have "
                            + info.positionOverhead()
                            + " between entries, not "
                            + SegmentFormat.ENTRIES_OFFSET
                            + " and "
                            + SegmentFormat.ENTRY_OVERHEAD);
        for (SegmentInfo segment : info.segments()) requireVersion(segment);
    }

    private void requireVersion(SegmentInfo segment) throws IOException {
        int version = segment.contentVersion();
        if (version >= SegmentFormat.OLDEST_VERSION && version <= SegmentFormat.NEWEST_VERSION)
            return;
        throw new IOException(
                "segment "
                        + segment.id()
                        + " of "
                        + journal
                        + " holds writes of commit log version "
                        + version
                        + "; this Firesteel exports versions "
                        + SegmentFormat.OLDEST_VERSION
                        + " and "
                        + SegmentFormat.NEWEST_VERSION
                        + ": export it with the Firesteel of the node that wrote them");
    }
}
