// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of segment files, none of which is visible before it is complete. New files and
 * directories are readable only by their owner.
 *
 * @param path the directory, which is created with the first file
 */
public record SegmentDirectory(Path path) {
    private static final String DRAFT = ".new";
    private static final FileAttribute<Set<PosixFilePermission>> OWN_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWN_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    /** Creates a file that gets its name in {@link #publish}. */
    FileChannel create(String name) throws IOException {
        make();
        // Left by an interrupted run. It is never written to, because it may be a link.
        Files.deleteIfExists(draft(name));
        return FileChannel.open(
                draft(name),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                OWN_FILE);
    }

    /** Creates the directory. Safe for concurrent use. */
    private void make() throws IOException {
        if (Files.isDirectory(path)) return;
        Files.createDirectories(path, OWN_DIRECTORY);
        force(path.toAbsolutePath().getParent());
    }

    private Path draft(String name) {
        return path.resolve(name + DRAFT);
    }

    Path publish(String name) throws IOException {
        Path file = path.resolve(name);
        Files.move(draft(name), file, StandardCopyOption.ATOMIC_MOVE);
        return file;
    }

    void abandon(String name) throws IOException {
        Files.deleteIfExists(draft(name));
    }

    /** Returns the complete files, oldest segment first. */
    public List<Path> files() throws IOException {
        if (!Files.exists(path)) return List.of();
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(file -> SegmentFormat.isSegment(name(file)))
                    .sorted(
                            Comparator.comparingLong((Path file) -> SegmentFormat.id(name(file)))
                                    .thenComparing(SegmentDirectory::name))
                    .toList();
        }
    }

    /** Deletes incomplete files left by an interrupted run: they are never continued. */
    public void deleteDrafts() throws IOException {
        if (!Files.exists(path)) return;
        try (DirectoryStream<Path> drafts = Files.newDirectoryStream(path, "*" + DRAFT)) {
            for (Path each : drafts) Files.delete(each);
        }
    }

    /**
     * Adds a complete segment file of another directory: a link where possible, otherwise a copy.
     * When this returns, it survives a power loss, whatever happens to the given file. A file that
     * has the name already is kept.
     */
    public void add(Path segment) throws IOException {
        make();
        Path file = path.resolve(name(segment));
        if (!Files.exists(file)) {
            try {
                Files.createLink(file, segment);
            } catch (IOException | UnsupportedOperationException e) {
                copy(segment); // another file system, or one without links
            }
        }
        force(path); // also of a link made just before a crash
    }

    private void copy(Path segment) throws IOException {
        try (FileChannel from = FileChannel.open(segment, StandardOpenOption.READ);
                FileChannel to = create(name(segment))) {
            for (long at = 0; at < from.size(); ) at += from.transferTo(at, from.size() - at, to);
            to.force(true);
        }
        publish(name(segment));
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    static void force(@Nullable Path directory) throws IOException {
        if (directory == null) return;
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
