// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.export.ExportedSegments;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.ReplaySummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Compares an export with the writes of a closed journal that a start would replay. */
final class PendingReplay {
    private PendingReplay() {}

    /** Returns a defect of the journal's export in a commit log directory; empty if complete. */
    static Optional<String> flawOfExport(Path journal, Path commitLogDirectory) throws IOException {
        try (ExportedSegments exported = new ExportedSegments(commitLogDirectory)) {
            readOnce(journal, exported);
            return exported.flaw();
        }
    }

    /**
     * Reads the journal as an export does; an encrypted one with duplicates that a crash has left.
     */
    private static void readOnce(Path journal, ReplayHandler handler) throws IOException {
        ReplaySummary unused;
        try {
            unused = JournalReader.readOnce(journal, null, handler);
        } catch (DeviceRefusedException e) {
            if (e.reason() != DeviceRefusedException.Reason.KEY) throw e;
            unused = JournalReader.read(journal, handler);
        }
    }
}
