// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Operations on a directory with all its files. */
public final class FileTree {
    private FileTree() {}

    /** Deletes the directory, if it exists. */
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) return;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
