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
        try (Progress progress = new Progress("Formatting " + name(device), console)) {
            format.write(device, progress::at);
        }
    }

    /** Returns the last names of a path, enough to distinguish the journals of several nodes. */
    private static Path name(Path device) {
        int names = device.getNameCount();
        return names > 2 ? device.subpath(names - 2, names) : device;
    }
}
