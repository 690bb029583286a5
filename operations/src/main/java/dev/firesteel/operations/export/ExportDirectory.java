// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.export;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where segment files are written: under other names first, so that none that can be seen is
 * unfinished. What it makes, only its owner may read.
 */
final class ExportDirectory {
    private static final String DRAFT = ".new";
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path directory;
    private final List<Path> files = new ArrayList<>();
    private boolean isMade;

    private ExportDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * A directory that holds no segments yet, or that will be made once there is something to
     * write.
     *
     * @throws IOException if it is none, or holds segments; nothing was changed
     */
    static ExportDirectory at(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            Path parent = directory.toAbsolutePath().getParent();
            if (parent == null || !Files.isDirectory(parent))
                throw new IOException(
                        "there is no directory in which "
                                + directory
                                + " could be made: make it first");
        } else if (!Files.isDirectory(directory))
            throw new IOException(directory + " is not a directory: name one for the files");
        else requireNoSegments(directory);
        return new ExportDirectory(directory);
    }

    /** With those of another node, or of an earlier export, they would be replayed together. */
    private static void requireNoSegments(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            @Nullable Path segment =
                    files.filter(file -> SegmentFormat.isSegment(file.getFileName().toString()))
                            .sorted()
                            .findFirst()
                            .orElse(null);
            if (segment != null)
                throw new IOException(
                        directory
                                + " already holds files of a commit log, such as "
                                + segment.getFileName()
                                + ": name a directory without any, or one that does not exist yet");
        } catch (FileSystemException e) {
            throw new IOException("cannot look into " + directory + ": " + e, e);
        }
    }

    /** A new file, which {@link #publish} gives its name. */
    FileChannel create(String name) throws IOException {
        if (!Files.exists(directory)) {
            Files.createDirectory(directory, OWN_DIRECTORY);
            isMade = true;
        }
        Path file = directory.resolve(name);
        // What an export has left that was interrupted; never written to, for it may be a link.
        Files.deleteIfExists(draft(file));
        FileChannel channel =
                FileChannel.open(
                        draft(file),
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        OWN_FILE);
        files.add(file);
        return channel;
    }

    private static Path draft(Path file) {
        return file.resolveSibling(file.getFileName() + DRAFT);
    }

    /** Gives the files their names. When this returns, that would survive a loss of power. */
    List<Path> publish() throws IOException {
        for (Path file : files) Files.move(draft(file), file, StandardCopyOption.ATOMIC_MOVE);
        if (!files.isEmpty()) force(directory);
        if (isMade) force(directory.toAbsolutePath().getParent());
        return List.copyOf(files);
    }

    private static void force(@Nullable Path directory) throws IOException {
        if (directory == null) return;
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Leaves nothing behind of files that were not published. */
    void abandon() throws IOException {
        for (Path file : files) Files.deleteIfExists(draft(file));
        if (isMade) Files.deleteIfExists(directory);
    }
}
