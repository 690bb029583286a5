// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a campaign needs done to journals, of which this module knows no more than the name. */
public interface JournalTool {
    /** For nodes without a journal. */
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
     * @param path a file that is not there, or a blank device
     * @param bytes how large to make a file; 0 for all of a device
     */
    void format(Path path, long bytes) throws IOException;

    /**
     * What a restart would report as damaged, in words; nothing if all is well. A journal that
     * cannot be read is damaged, too.
     */
    List<String> damages(Path path) throws IOException;
}
