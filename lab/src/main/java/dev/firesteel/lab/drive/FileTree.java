// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import com.sun.jna.LastErrorException;
import dev.firesteel.lab.fuse.FuseAttributes;
import dev.firesteel.lab.fuse.FuseError;
import dev.firesteel.lab.fuse.FuseReply;
import dev.firesteel.lab.fuse.Libc;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The files of a drive, by name. Their content is in a directory of this machine, which no other
 * program may change. Files and directories only: no links by path, no devices. For one thread.
 */
final class FileTree {
    private static final int PERMISSIONS = 0xFFF;
    private static final CopyOption[] REPLACE = {
        StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE
    };

    private final Path directory;
    private final Map<Long, TreeFile> files = new HashMap<>();
    private final TreeFile root = new TreeFile(FuseReply.ROOT, true);
    private long lastNumber = FuseReply.ROOT;

    /**
     * Creates a tree of the files in a directory.
     *
     * @throws IOException if one of them is neither a file nor a directory; the message names it
     */
    FileTree(Path directory) throws IOException {
        this.directory = directory;
        files.put(root.number(), root);
        scan(root, directory, new HashMap<>());
    }

    private void scan(TreeFile parent, Path from, Map<Object, TreeFile> known) throws IOException {
        List<Path> paths;
        try (Stream<Path> each = Files.list(from)) {
            paths = each.sorted().toList();
        }
        for (Path path : paths) {
            BasicFileAttributes attributes =
                    Files.readAttributes(
                            path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile() && !attributes.isDirectory())
                throw new IOException(path + " is neither a file nor a directory: remove it");
            TreeFile file =
                    known.computeIfAbsent(
                            attributes.fileKey(), each -> add(attributes.isDirectory()));
            file.addName(parent, path.getFileName().toString());
            if (file.isDirectory()) scan(file, path, known);
        }
    }

    private TreeFile add(boolean isDirectory) {
        TreeFile file = new TreeFile(++lastNumber, isDirectory);
        files.put(file.number(), file);
        return file;
    }

    /** Returns all files and directories. */
    List<TreeFile> files() {
        return List.copyOf(files.values());
    }

    /** Returns whether there is a file of this number, with a name or open. */
    boolean has(long number) {
        return files.containsKey(number);
    }

    TreeFile file(long number) throws FuseError {
        TreeFile file = files.get(number);
        if (file == null) throw new FuseError(Libc.ENOENT);
        return file;
    }

    TreeFile find(TreeFile parent, String name) throws FuseError {
        TreeFile file = parent.children().get(name);
        if (file == null) throw new FuseError(Libc.ENOENT);
        return file;
    }

    /** Creates an empty file, and opens it. If there is one, opens that. */
    TreeFile create(TreeFile parent, String name, int mode) throws IOException {
        TreeFile file = parent.children().get(name);
        if (file == null) {
            requirePossible(name);
            Files.createFile(path(parent).resolve(name));
            file = add(false);
            file.addName(parent, name);
            setMode(file, mode);
        }
        if (file.isDirectory()) throw new FuseError(Libc.EISDIR);
        file.open(directory);
        return file;
    }

    TreeFile createDirectory(TreeFile parent, String name, int mode) throws IOException {
        requireFree(parent, name);
        Files.createDirectory(path(parent).resolve(name));
        TreeFile file = add(true);
        file.addName(parent, name);
        setMode(file, mode);
        return file;
    }

    private static void requireFree(TreeFile parent, String name) throws FuseError {
        requirePossible(name);
        if (parent.children().containsKey(name)) throw new FuseError(Libc.EEXIST);
    }

    private static void requirePossible(String name) throws FuseError {
        if (name.getBytes(StandardCharsets.UTF_8).length > FuseReply.LONGEST_NAME)
            throw new FuseError(Libc.ENAMETOOLONG);
    }

    /** Gives a file one more name. */
    void link(TreeFile file, TreeFile parent, String name) throws IOException {
        requireFree(parent, name);
        Files.createLink(path(parent).resolve(name), path(file));
        file.addName(parent, name);
    }

    /** Removes a name, and returns its file. */
    TreeFile remove(TreeFile parent, String name, boolean isDirectory) throws IOException {
        TreeFile file = find(parent, name);
        requireKind(file, isDirectory);
        Files.delete(path(parent).resolve(name));
        file.removeName(parent, name);
        forget(file);
        return file;
    }

    private static void requireKind(TreeFile file, boolean isDirectory) throws FuseError {
        if (isDirectory && !file.isDirectory()) throw new FuseError(Libc.ENOTDIR);
        if (!isDirectory && file.isDirectory()) throw new FuseError(Libc.EISDIR);
        if (!file.children().isEmpty()) throw new FuseError(Libc.ENOTEMPTY);
    }

    /**
     * Renames a file.
     *
     * @param mayReplace whether a file with the new name is replaced
     * @return the file that was replaced, or the renamed one
     */
    TreeFile rename(
            TreeFile parent, String name, TreeFile newParent, String newName, boolean mayReplace)
            throws IOException {
        requirePossible(newName);
        TreeFile file = find(parent, name);
        TreeFile replaced = newParent.children().get(newName);
        if (replaced == file) return file;
        if (replaced != null) {
            if (!mayReplace) throw new FuseError(Libc.EEXIST);
            requireKind(replaced, file.isDirectory());
        }
        Files.move(path(parent).resolve(name), path(newParent).resolve(newName), REPLACE);
        if (replaced != null) replaced.removeName(newParent, newName);
        file.removeName(parent, name);
        file.addName(newParent, newName);
        if (replaced == null) return file;
        forget(replaced);
        return replaced;
    }

    void open(TreeFile file) throws IOException {
        file.open(directory);
    }

    void close(TreeFile file) throws IOException {
        file.close();
        forget(file);
    }

    private void forget(TreeFile file) {
        if (file.isGone()) files.remove(file.number());
    }

    void resize(TreeFile file, long bytes) throws IOException {
        if (file.links() > 0) open(file);
        try {
            file.data().setLength(bytes);
        } finally {
            if (file.links() > 0) close(file);
        }
    }

    /** Makes a range of an open file read as zeros. */
    void punchHole(TreeFile file, long offset, long bytes) throws IOException {
        int descriptor = Libc.open(path(file).toString(), Libc.O_RDWR | Libc.O_CLOEXEC);
        try {
            Libc.punchHole(descriptor, offset, bytes);
        } catch (LastErrorException e) {
            throw new FuseError(e.getErrorCode()); // that file system has no holes
        } finally {
            Libc.close(descriptor);
        }
    }

    void setMode(TreeFile file, int mode) throws IOException {
        Files.setAttribute(path(file), "unix:mode", mode & PERMISSIONS);
    }

    void setTimes(TreeFile file, FileTime written) throws IOException {
        Files.setLastModifiedTime(path(file), written);
    }

    /** Returns the attributes. Those of a file without a name have its size alone. */
    FuseAttributes attributes(TreeFile file) throws IOException {
        if (file.links() == 0 && file != root) {
            RandomAccessFile data = file.data();
            return FuseAttributes.withoutName(file.number(), data.length());
        }
        Map<String, Object> unix =
                Files.readAttributes(path(file), "unix:*", LinkOption.NOFOLLOW_LINKS);
        return new FuseAttributes(
                file.number(),
                (int) of(unix, "mode"),
                (long) of(unix, "size"),
                (int) of(unix, "nlink"),
                (int) of(unix, "uid"),
                (int) of(unix, "gid"),
                new FuseAttributes.FuseTimes(
                        (FileTime) of(unix, "lastAccessTime"),
                        (FileTime) of(unix, "lastModifiedTime"),
                        (FileTime) of(unix, "ctime")));
    }

    private static Object of(Map<String, Object> attributes, String name) {
        return Objects.requireNonNull(attributes.get(name));
    }

    private Path path(TreeFile file) throws FuseError {
        if (file.links() == 0 && file != root) throw new FuseError(Libc.ENOENT);
        return file.path(directory);
    }
}
