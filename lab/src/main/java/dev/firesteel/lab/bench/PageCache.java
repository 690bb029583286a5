// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Drops files from the kernel's page cache. */
public final class PageCache {
    private PageCache() {}

    /**
     * Drops a file, a device, or all files below a directory from the page cache, and nothing else.
     * Later reads go to the drive. Needs no privileges. Dirty pages stay.
     *
     * @return whether the kernel was asked; this needs GNU {@code dd}
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

    /** Copies nothing; {@code dd} then advises the kernel to drop the whole file. */
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
