// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Path;

/** Makes empty journals. */
@FunctionalInterface
public interface JournalMaker {
    /**
     * Makes an empty journal.
     *
     * @param path a new file, or a blank device
     * @param bytes the size of a file; 0 for all of a device
     */
    void make(Path path, long bytes) throws IOException;
}
