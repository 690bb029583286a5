// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Path;

/** What the kernel has yet to write. */
public final class Writeback {
    private Writeback() {}

    /**
     * Has it written now: what one measurement has left is not to be written during the next.
     *
     * @param directory on the file system that is meant
     */
    public static void finish(Path directory) throws IOException {
        Process sync =
                new ProcessBuilder("sync", "-f", directory.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        sync.onExit().join();
    }
}
