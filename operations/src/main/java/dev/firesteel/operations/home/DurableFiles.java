// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Changes files atomically and in order, also across a crash or power loss. Root uses {@link
 * PathRights}.
 */
public final class DurableFiles {
    /** The suffix of incomplete files. The next write replaces one left by a crash. */
    public static final String YOUNG = ".firesteel";

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    /** The text of EPERM. */
    private static final String NOT_PERMITTED = "Operation not permitted";

    private static final Set<PosixFilePermission> OF_THE_GROUP =
            EnumSet.of(
                    PosixFilePermission.GROUP_READ,
                    PosixFilePermission.GROUP_WRITE,
                    PosixFilePermission.GROUP_EXECUTE);

    private final Consumer<String> before;

    /** Creates an instance that reports no steps. */
    public DurableFiles() {
        this(step -> {});
    }

    /**
     * Creates an instance that reports its steps.
     *
     * @param before receives each step before it is done; a crash may occur between any two
     */
    public DurableFiles(Consumer<String> before) {
        this.before = before;
    }

    /** Returns the path of a file until it is complete. */
    public static Path young(Path file) {
        return file.resolveSibling(file.getFileName() + YOUNG);
    }

    /**
     * Writes a file as a whole, and replaces an existing one. A link stays a link.
     *
     * @param like the file whose owner, group and permissions it gets
     */
    public void write(Path file, byte[] content, Path like) throws IOException {
        PathRights.run(
                file, () -> replace(Files.exists(file) ? file.toRealPath() : file, content, like));
    }

    /** Writes a file as {@link #write} does. It replaces a link, and not the link's file. */
    public void put(Path file, byte[] content, Path like) throws IOException {
        PathRights.run(file, () -> replace(file, content, like));
    }

    private void replace(Path target, byte[] content, Path like) throws IOException {
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
            throw explained("replace", target, e);
        }
    }

    private void write(Path young, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(young, StandardOpenOption.WRITE)) {
            // In halves, so that a test can crash after the first.
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

    /** Returns whether a failure is EPERM, as of an immutable file, which binds root, too. */
    static boolean isForbidden(IOException failure) {
        return failure instanceof FileSystemException refused
                && String.valueOf(refused.getReason()).contains(NOT_PERMITTED);
    }

    /**
     * Returns a failure with its likely cause, if it is of a file that not even root may change.
     */
    private static IOException explained(String what, Path file, IOException failure) {
        if (!isForbidden(failure)) return failure;
        return new IOException(
                ("cannot %s %s (%s): it or its directory may be immutable. 'lsattr' shows that, and"
                                + " 'chattr -i' ends it")
                        .formatted(what, file, NOT_PERMITTED),
                failure);
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

    /** Creates a directory, if there is none, with the owner and permissions of another. */
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

    /** Deletes a file or an empty directory, if it exists. */
    public void delete(Path file) throws IOException {
        if (!Files.exists(file)) return;
        before.accept("delete " + file);
        PathRights.run(
                file,
                () -> {
                    try {
                        Files.delete(file);
                    } catch (FileSystemException e) {
                        throw explained("delete", file, e);
                    }
                    forceDirectoryOf(file);
                });
    }

    /**
     * Sets the owner and permissions of a file, with {@link PathRights}; and the group, if it gets
     * permissions.
     *
     * @throws IOException if that is refused; the message has the reason
     */
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
        if (!mine.group().equals(owner.group()) && !Collections.disjoint(permissions, OF_THE_GROUP))
            setGroup(file, view, owner);
        view.setPermissions(permissions);
    }

    private static void setGroup(Path file, PosixFileAttributeView view, PosixFileAttributes owner)
            throws IOException {
        try {
            view.setGroup(owner.group());
        } catch (FileSystemException e) {
            throw new IOException(
                    "cannot give %s to the group %s, because %s is not in it: add that user to the group, or give the files that are there another group"
                            .formatted(file, owner.group().getName(), owner.owner().getName()),
                    e);
        }
    }

    private static void forceDirectoryOf(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) return;
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
