// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the bytes that a process has read from drives, without page cache hits. */
public final class ReadBytes {
    private static final String FIELD = "read_bytes: ";

    private ReadBytes() {}

    /**
     * Reads {@code /proc/PID/io}.
     *
     * @throws IOException if the process has ended, or the kernel does not count
     */
    public static long of(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "io")))
            if (line.startsWith(FIELD)) return Long.parseLong(line.substring(FIELD.length()));
        throw new IOException(
                "The kernel does not report the bytes that process " + pid + " has read");
    }
}
