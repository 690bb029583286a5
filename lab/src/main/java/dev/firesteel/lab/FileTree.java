// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory with everything in it. */
public final class FileTree {
    private FileTree() {}

    /** Deletes it, if it is there. */
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) return;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
