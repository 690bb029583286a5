// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.DeviceRefusedException;
import java.nio.file.Path;

/**
 * Says what to do about a journal that cannot be used.
 *
 * @param journal the journal in question
 * @param identity who we are, and which journal we had
 * @param poison there if writes of ours are in a journal and nowhere else
 */
record RefusedJournal(Path journal, NodeIdentity identity, PoisonFile poison) {

    Refusal explain(DeviceRefusedException e) {
        return new Refusal(
                switch (e.reason()) {
                    case UNREACHABLE, BLANK -> missing(e);
                    case FOREIGN -> poison.exists() ? gone(e) : message(e);
                    default -> message(e);
                },
                e);
    }

    private String missing(DeviceRefusedException e) {
        return poison.exists()
                ? gone(e)
                : message(e) + ". To make a journal there: firesteel journal format " + journal;
    }

    private String gone(DeviceRefusedException e) {
        Path last = identity.journal() == null ? journal : identity.journal();
        return message(e)
                + ". Writes of this node that are in no SSTable are in its journal "
                + last
                + ": bring it back, or set journal_path to where it is now. Only to give those"
                + " writes up, delete "
                + poison.path()
                + ".";
    }

    private static String message(DeviceRefusedException e) {
        return String.valueOf(e.getMessage());
    }
}
