// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Operations on journals that a campaign needs. */
public interface JournalTool {
    /** The tool for nodes without a journal. */
    JournalTool NONE =
            new JournalTool() {
                @Override
                public void format(Path path, long bytes) {}

                @Override
                public List<String> damages(Path path) {
                    return List.of();
                }
            };

    /**
     * Makes an empty journal.
     *
     * @param path a new file, or a blank device
     * @param bytes the size of a file; 0 for all of a device
     */
    void format(Path path, long bytes) throws IOException;

    /**
     * Returns the damage that a restart would report, in words; empty if there is none. An
     * unreadable journal counts as damaged.
     */
    List<String> damages(Path path) throws IOException;
}
