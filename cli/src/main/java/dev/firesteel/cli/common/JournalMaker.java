// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFormat;
import java.nio.file.Path;

/** Creates journals, and shows the progress. */
public final class JournalMaker {
    private JournalMaker() {}

    /** Writes an empty journal. */
    public static void make(Path device, JournalFormat format, Console console)
            throws JournalException {
        try (Progress progress = new Progress("Formatting", console)) {
            format.write(device, progress::at);
        }
    }
}
