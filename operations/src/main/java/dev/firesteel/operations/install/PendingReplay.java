// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.export.ExportedSegments;
import dev.firesteel.journal.Damage;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.ReplayHandler;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/** Reads a closed journal, and detects entries that a start would replay. */
final class PendingReplay implements ReplayHandler {
    private boolean isNothing = true;

    private PendingReplay() {}

    static boolean isNothingIn(Path journal) throws IOException {
        PendingReplay unreplayed = new PendingReplay();
        var unused = Journal.read(journal, unreplayed);
        return unreplayed.isNothing;
    }

    @Override
    public void entry(SegmentInfo segment, int start, int end, ByteBuffer entry) {
        isNothing = false;
    }

    @Override
    public void damage(Damage damage) {
        isNothing = false;
    }

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
            unused = Journal.readOnce(journal, null, handler);
        } catch (DeviceRefusedException e) {
            if (e.reason() != DeviceRefusedException.Reason.KEY) throw e;
            unused = Journal.read(journal, handler);
        }
    }
}
