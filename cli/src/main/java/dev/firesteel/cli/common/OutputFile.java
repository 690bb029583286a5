// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.node.FileFailure;
import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Locale;

/**
 * A file that the user names for a result. Overwrites only files of the same kind. Root writes with
 * the rights of the user who can redirect the path.
 */
public enum OutputFile {
    /** A report, replaced atomically: a reader of the old one keeps it. */
    PAGE("report", "<!doctype html>"),
    /** An SVG picture, written in place. */
    PICTURE("SVG picture", "<svg ");

    private static final int FILE_TYPE = 0xF000;
    private static final int BLOCK_DEVICE = 0x6000;

    private final String name;
    private final String head;

    OutputFile(String name, String head) {
        this.name = name;
        this.head = head;
    }

    /**
     * Rejects a path that is an input, a block device, or another kind of file. Pipes and character
     * devices are allowed.
     *
     * @throws IOException with the reason
     */
    public void requireReplaceable(Path output, Collection<Path> inputs) throws IOException {
        if (!Files.exists(output)) return;
        if (Files.isDirectory(output))
            throw new IOException(
                    "%s is a directory: name a file for the %s".formatted(output, name));
        for (Path input : inputs)
            if (Files.exists(input) && Files.isSameFile(output, input))
                throw new IOException(
                        "%s is also an input: name another file for the %s"
                                .formatted(output, name));
        if (Files.isRegularFile(output) ? !isEmptyOrOwn(output) : isBlockDevice(output))
            throw new IOException(
                    "%s exists and is not a%s %s: name another file, or remove it"
                            .formatted(output, this == PICTURE ? "n" : "", name));
    }

    private boolean isEmptyOrOwn(Path output) throws IOException {
        try (InputStream in = Files.newInputStream(output)) {
            String start = new String(in.readNBytes(head.length()), StandardCharsets.UTF_8);
            return start.isEmpty() || start.toLowerCase(Locale.ROOT).equals(head);
        }
    }

    private static boolean isBlockDevice(Path output) throws IOException {
        int mode = (Integer) Files.getAttribute(output, "unix:mode");
        return (mode & FILE_TYPE) == BLOCK_DEVICE;
    }

    /**
     * Writes the file. Follows links, and writes to devices and pipes as they are.
     *
     * @throws IOException if that fails, with the name of the file; no incomplete new file is left
     */
    public void write(Path output, String text) throws IOException {
        try {
            if (Files.exists(output) && !Files.isRegularFile(output)) write(text, output);
            else PathRights.run(output, () -> writeFile(output, text));
        } catch (IOException e) {
            throw FileFailure.named(output, e);
        }
    }

    private void writeFile(Path output, String text) throws IOException {
        if (!Files.exists(output)) {
            create(output, text);
            return;
        }
        if (this == PICTURE) {
            Files.writeString(output, text);
            return;
        }
        Path target = output.toRealPath();
        Path draft =
                target.resolveSibling(
                        "%s.%d.new".formatted(target.getFileName(), ProcessHandle.current().pid()));
        try {
            create(draft, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileSystemException e) {
            Files.writeString(target, text); // the directory takes no other file
            return;
        }
        try {
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Writes a new file, and deletes it if it cannot be written as a whole. */
    private static void create(Path file, String text, OpenOption... options) throws IOException {
        try {
            Files.writeString(file, text, options);
        } catch (FileSystemException e) {
            throw e; // it was not created
        } catch (IOException e) {
            Files.deleteIfExists(file.toRealPath());
            throw e;
        }
    }

    private static void write(String text, Path existing) throws IOException {
        Files.writeString(existing, text, StandardOpenOption.WRITE);
    }
}
