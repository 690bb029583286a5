// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.node.CassandraNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What a node has written of the rows. */
final class SSTables {
    private SSTables() {}

    /** Whether any row has left memory. */
    static boolean hold(CassandraNode node) throws IOException {
        Path data = node.settings().directory().data().resolve(UserTable.KEYSPACE);
        if (!Files.isDirectory(data)) return false;
        try (Stream<Path> files = Files.walk(data)) {
            return files.anyMatch(file -> file.toString().endsWith("-Data.db"));
        }
    }
}
