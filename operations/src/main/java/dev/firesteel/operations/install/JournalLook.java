// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.DirectBlockDevice;
import dev.firesteel.journal.Journal;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalInfo;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a journal looks like from outside, also while a node has it open.
 *
 * @param state how it stands
 * @param why in words
 */
record JournalLook(JournalState state, String why) {
    static JournalLook at(Path journal) {
        if (!Files.exists(journal))
            return new JournalLook(JournalState.MISSING, "there is no " + journal);
        try {
            return of(Journal.inspect(journal));
        } catch (DeviceRefusedException e) {
            boolean isOutOfReach = e.reason() == DeviceRefusedException.Reason.UNREACHABLE;
            return new JournalLook(
                    isOutOfReach ? JournalState.UNREADABLE : JournalState.DAMAGED,
                    String.valueOf(e.getMessage()));
        } catch (JournalException e) {
            return new JournalLook(JournalState.UNREADABLE, String.valueOf(e.getMessage()));
        }
    }

    private static JournalLook of(JournalInfo info) {
        if (!info.damagedSlots().isEmpty())
            return new JournalLook(
                    JournalState.DAMAGED,
                    "the bookkeeping of %d segments cannot be read"
                            .formatted(info.damagedSlots().size()));
        if (!info.segments().isEmpty())
            return new JournalLook(
                    JournalState.DIRTY, "%d segments are in use".formatted(info.segments().size()));
        return new JournalLook(JournalState.CLEAN, "nothing in it is missing from SSTables");
    }

    /** Whether it is there, and not known to be clean. */
    boolean mayHoldWrites() {
        return state != JournalState.CLEAN && state != JournalState.MISSING;
    }

    /**
     * Whether a process has it open for writing. Who asks has it to himself for a moment, so that a
     * node that starts just then is refused: only for what would stand in its way anyhow.
     */
    static boolean isOpen(Path journal) {
        try (DirectBlockDevice device = DirectBlockDevice.open(journal)) {
            return false;
        } catch (DeviceRefusedException e) {
            return e.reason() == DeviceRefusedException.Reason.BUSY;
        }
    }
}
