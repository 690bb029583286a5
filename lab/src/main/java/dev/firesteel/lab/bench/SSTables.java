// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What a node has written of the rows. */
final class SSTables {
    private SSTables() {}

    /** Whether any row has left memory. */
    static boolean hold(CassandraNode node) throws IOException {
        return holdBytes(node, 0);
    }

    /** Whether there is one of so many bytes at least. */
    static boolean holdBytes(CassandraNode node, long bytes) throws IOException {
        Path data = node.settings().directory().data().resolve(UserTable.KEYSPACE);
        if (!Files.isDirectory(data)) return false;
        while (true)
            try (Stream<Path> files = Files.walk(data)) {
                return files.anyMatch(
                        file ->
                                file.toString().endsWith("-Data.db")
                                        && file.toFile().length() >= bytes);
            } catch (UncheckedIOException e) {
                // Compaction has deleted something meanwhile: look again.
                if (!(e.getCause() instanceof NoSuchFileException)) throw e;
            }
    }
}
