// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the kernel remembers of files. */
public final class PageCache {
    private PageCache() {}

    /**
     * Makes it forget a file, a device, or all files below a directory, and nothing else, so that
     * who reads them reads the drive. Needs no privileges. What is yet to be written stays.
     *
     * @return whether the kernel was told; there must be the {@code dd} of GNU
     */
    public static boolean drop(Path path) throws IOException {
        boolean isDropped = true;
        for (Path file : files(path)) isDropped &= tell(file);
        return isDropped;
    }

    private static List<Path> files(Path path) throws IOException {
        if (!Files.isDirectory(path)) return List.of(path);
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Copies nothing; at the end of that it says that nothing of the file is needed. */
    private static boolean tell(Path file) {
        try {
            return new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .onExit()
                            .join()
                            .exitValue()
                    == 0;
        } catch (IOException e) {
            return false; // there is no dd
        }
    }
}
