// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files of configurations, which fit into memory. */
public final class SmallFile {
    /** The largest size that Cassandra's parser accepts, too. */
    public static final int MOST_BYTES = 64 << 20;

    private SmallFile() {}

    /** Reads a file. Refuses one of more than {@link #MOST_BYTES}. */
    public static byte[] read(Path file) throws IOException {
        long bytes = Files.size(file);
        if (bytes > MOST_BYTES)
            throw new FileSystemException(
                    file.toString(),
                    null,
                    "has %d bytes, and at most %d are read: this is no configuration file"
                            .formatted(bytes, MOST_BYTES));
        return Files.readAllBytes(file);
    }
}
