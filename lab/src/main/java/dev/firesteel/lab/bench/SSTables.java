// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ycsb.UserTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Inspects a node's SSTables of the rows. */
final class SSTables {
    private SSTables() {}

    /**
     * Returns whether there is an SSTable of at least this size.
     *
     * @param directory the node's directory of SSTables
     */
    static boolean holdBytes(Path directory, long bytes) throws IOException {
        Path data = directory.resolve(UserTable.KEYSPACE);
        if (!Files.isDirectory(data)) return false;
        while (true)
            try (Stream<Path> files = Files.walk(data)) {
                return files.anyMatch(
                        file ->
                                file.toString().endsWith("-Data.db")
                                        && file.toFile().length() >= bytes);
            } catch (UncheckedIOException e) {
                // A compaction has deleted a file meanwhile: list again.
                if (!(e.getCause() instanceof NoSuchFileException)) throw e;
            }
    }
}
