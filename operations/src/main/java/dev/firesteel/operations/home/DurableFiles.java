// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Changes files so that a crash, or the loss of power, leaves each as it was or as it is to be,
 * never half of it; and in the order in which they are changed here. Root does so with {@link
 * PathRights}.
 */
public final class DurableFiles {
    /**
     * Behind the name of what is not complete yet. What a crash leaves is overwritten next time.
     */
    public static final String YOUNG = ".firesteel";

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Consumer<String> before;

    /** Changes files, and tells nobody. */
    public DurableFiles() {
        this(step -> {});
    }

    /**
     * Changes files.
     *
     * @param before told of each step before it is done: what a crash may come between
     */
    public DurableFiles(Consumer<String> before) {
        this.before = before;
    }

    /** Where a file is until it is complete. */
    public static Path young(Path file) {
        return file.resolveSibling(file.getFileName() + YOUNG);
    }

    /**
     * Writes a file as a whole, in the place of one that may be there. A link stays a link.
     *
     * @param like whose owner, group and permissions it gets
     */
    public void write(Path file, byte[] content, Path like) throws IOException {
        PathRights.run(file, () -> replace(file, content, like));
    }

    private void replace(Path file, byte[] content, Path like) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file;
        Path young = young(target);
        before.accept("begin to write " + young);
        PosixFileAttributes owner = Files.readAttributes(like, PosixFileAttributes.class);
        try {
            Files.deleteIfExists(young);
            Files.createFile(young, OWNER_ALONE);
            write(young, content);
            own(young, owner, owner.permissions());
            move(young, target);
        } catch (IOException e) {
            Files.deleteIfExists(young);
            throw e;
        }
    }

    private void write(Path young, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(young, StandardOpenOption.WRITE)) {
            // In halves, so that a test can end where only the first is there.
            int half = content.length / 2;
            for (ByteBuffer part :
                    List.of(
                            ByteBuffer.wrap(content, 0, half),
                            ByteBuffer.wrap(content, half, content.length - half))) {
                before.accept("write to " + young);
                while (part.hasRemaining()) channel.write(part);
            }
            channel.force(true);
        } catch (IOException e) {
            throw new IOException("cannot write " + young + ": " + e.getMessage(), e);
        }
    }

    /** Gives a complete file its name. */
    public void move(Path young, Path file) throws IOException {
        before.accept("put in its place " + file);
        PathRights.run(
                file,
                () -> {
                    Files.move(young, file, StandardCopyOption.ATOMIC_MOVE);
                    forceDirectoryOf(file);
                });
    }

    /** Makes a directory, if there is none, with the owner and the permissions of another. */
    public void createDirectory(Path directory, Path like) throws IOException {
        if (Files.isDirectory(directory)) return;
        before.accept("make " + directory);
        PosixFileAttributes owner = Files.readAttributes(like, PosixFileAttributes.class);
        PathRights.run(
                directory,
                () -> {
                    Files.createDirectory(directory);
                    own(directory, owner, owner.permissions());
                    forceDirectoryOf(directory);
                });
    }

    /** Takes a file, or an empty directory, away if it is there. */
    public void delete(Path file) throws IOException {
        if (!Files.exists(file)) return;
        before.accept("delete " + file);
        PathRights.run(
                file,
                () -> {
                    Files.delete(file);
                    forceDirectoryOf(file);
                });
    }

    /** Gives a file its owner, group and permissions, with {@link PathRights}. */
    public static void give(
            Path file, PosixFileAttributes owner, Set<PosixFilePermission> permissions)
            throws IOException {
        PathRights.run(file, () -> own(file, owner, permissions));
    }

    private static void own(
            Path file, PosixFileAttributes owner, Set<PosixFilePermission> permissions)
            throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(file, PosixFileAttributeView.class);
        PosixFileAttributes mine = view.readAttributes();
        if (!mine.owner().equals(owner.owner())) view.setOwner(owner.owner());
        if (!mine.group().equals(owner.group())) view.setGroup(owner.group());
        view.setPermissions(permissions);
    }

    private static void forceDirectoryOf(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) return;
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
