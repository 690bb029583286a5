// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Path;

/** Flushes the kernel's dirty pages. */
public final class Writeback {
    private Writeback() {}

    /**
     * Writes dirty pages now, which would otherwise disturb the next measurement.
     *
     * @param directory a directory on the file system to sync
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
