// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes small files that survive a power loss, readable and writable only by their owner. */
final class DurableFiles {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private DurableFiles() {}

    /** Writes the file atomically: under another name first, then renames it. */
    static void write(Path file, byte[] content) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".new");
        // Left by an interrupted call; its permissions may differ.
        Files.deleteIfExists(draft);
        try (FileChannel channel =
                FileChannel.open(
                        draft,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        OWNER_ALONE)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) channel.write(bytes);
            channel.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        forceDirectory(file);
    }

    /** Makes the creation or deletion of a file durable. */
    static void forceDirectory(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) return;
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
