// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Locale;

/** A file that the user names for a result. It replaces its own kind, and nothing else. */
enum OutputFile {
    PAGE("report", "<!doctype html>"),
    PICTURE("picture", "<svg ");

    private final String name;
    private final String head;

    OutputFile(String name, String head) {
        this.name = name;
        this.head = head;
    }

    /**
     * Rejects a path that is an input, or that holds something else. Devices and pipes are allowed.
     *
     * @throws IOException with the reason
     */
    void requireReplaceable(Path output, Collection<Path> inputs) throws IOException {
        if (!Files.exists(output)) return;
        if (Files.isDirectory(output))
            throw new IOException(
                    "%s is a directory: name a file for the %s".formatted(output, name));
        for (Path input : inputs)
            if (Files.exists(input) && Files.isSameFile(output, input))
                throw new IOException(
                        "%s is read, too: name another file for the %s".formatted(output, name));
        if (Files.isRegularFile(output) && Files.size(output) > 0 && !isOwn(output))
            throw new IOException(
                    "%s is there, and is no %s: name another file, or remove it"
                            .formatted(output, name));
    }

    private boolean isOwn(Path output) throws IOException {
        try (InputStream in = Files.newInputStream(output)) {
            String start = new String(in.readNBytes(head.length()), StandardCharsets.UTF_8);
            return start.toLowerCase(Locale.ROOT).equals(head);
        }
    }

    /**
     * Writes the file: a regular one atomically, so that a reader of the old one keeps it. Follows
     * links, and writes to devices and pipes as they are.
     */
    static void write(Path output, String text) throws IOException {
        if (Files.exists(output) && !Files.isRegularFile(output)) {
            Files.writeString(output, text, StandardOpenOption.WRITE);
            return;
        }
        Path target = Files.exists(output) ? output.toRealPath() : output;
        if (Files.isSymbolicLink(target)) { // its target is missing
            Files.writeString(target, text);
            return;
        }
        Path made = target.resolveSibling(target.getFileName() + ".new");
        try {
            Files.writeString(made, text);
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(made);
        }
    }
}
