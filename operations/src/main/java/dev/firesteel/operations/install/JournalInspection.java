// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.DirectBlockDevice;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The result of inspecting a journal, even while a node has it open.
 *
 * @param state the state of the journal
 * @param why the reason
 */
record JournalInspection(JournalState state, String why) {
    static JournalInspection at(Path journal) {
        if (!Files.exists(journal))
            return new JournalInspection(JournalState.MISSING, "there is no " + journal);
        try {
            return of(JournalReader.inspect(journal));
        } catch (DeviceRefusedException e) {
            return new JournalInspection(state(e.reason()), String.valueOf(e.getMessage()));
        } catch (JournalException e) {
            return new JournalInspection(JournalState.UNREADABLE, String.valueOf(e.getMessage()));
        }
    }

    private static JournalState state(DeviceRefusedException.Reason reason) {
        return switch (reason) {
            case UNREACHABLE -> JournalState.UNREADABLE;
            case BLANK -> JournalState.BLANK;
            case VERSION -> JournalState.OTHER_VERSION;
            case SIZE -> JournalState.MISFIT;
            default -> JournalState.DAMAGED;
        };
    }

    private static JournalInspection of(JournalInfo info) {
        if (!info.damagedSlots().isEmpty())
            return new JournalInspection(
                    JournalState.DAMAGED,
                    "the metadata of %d segments cannot be read"
                            .formatted(info.damagedSlots().size()));
        if (!info.segments().isEmpty())
            return new JournalInspection(
                    JournalState.DIRTY,
                    info.segments().size() == 1
                            ? "1 segment is in use"
                            : "%d segments are in use".formatted(info.segments().size()));
        return new JournalInspection(JournalState.CLEAN, "all its writes are in SSTables");
    }

    /** Returns whether the journal exists, and is not known to be clean. */
    boolean mayHoldWrites() {
        return state != JournalState.CLEAN && state != JournalState.MISSING;
    }

    /**
     * Returns whether a process has the journal open for writing. The check locks it for a moment,
     * in which a node cannot start; use it only before changes that a start must not meet.
     */
    static boolean isOpen(Path journal) {
        try (DirectBlockDevice device = DirectBlockDevice.open(journal)) {
            return false;
        } catch (DeviceRefusedException e) {
            return e.reason() == DeviceRefusedException.Reason.BUSY;
        }
    }
}
