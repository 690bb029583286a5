// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.journal;

import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.operations.install.ObservedJournal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Describes the refusal of a journal that a process has open. */
final class OpenJournal {
    private OpenJournal() {}

    /** Returns a failure that names the process; the same failure if none has the journal open. */
    static IOException named(Path device, DeviceRefusedException refused) throws IOException {
        OptionalLong process = ObservedJournal.at(device).process();
        if (process.isEmpty()) return refused;
        return new IOException(
                "process %d has the journal %s open: stop that node first;%n'firesteel journal info' can look meanwhile"
                        .formatted(process.getAsLong(), device),
                refused);
    }
}
