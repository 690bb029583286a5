// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the users other than root who can change where a path leads: the owners of the directories
 * that the kernel passes through, links followed.
 */
final class PathUsers {
    private static final int ROOT = 0;
    private static final int STICKY = 01000;
    private static final int TYPE = 0170000;
    private static final int DIRECTORY = 0040000;
    private static final int WRITABLE_BY_OTHERS = 022;
    private static final int MOST_LINKS = 40;

    private final Path path;
    private final boolean isNewDirectory;
    private final Set<Integer> users = new TreeSet<>();
    private final Deque<Path> names = new ArrayDeque<>();
    private int links;

    private PathUsers(Path path, boolean isNewDirectory) {
        this.path = path;
        this.isNewDirectory = isNewDirectory;
    }

    /**
     * Returns the numbers of the users.
     *
     * @throws IOException if unknown users can change a directory of root's
     */
    static Set<Integer> of(Path path) throws IOException {
        return of(path, false);
    }

    /**
     * Returns the numbers of the users, for a directory that is made if it is missing. It may be
     * made in a directory where all users may: {@code mkdir} follows no link.
     *
     * @throws IOException as {@link #of}
     */
    static Set<Integer> ofNewDirectory(Path path) throws IOException {
        return of(path, true);
    }

    private static Set<Integer> of(Path path, boolean isNewDirectory) throws IOException {
        PathUsers found = new PathUsers(path.toAbsolutePath(), isNewDirectory);
        found.walk();
        return found.users;
    }

    private void walk() throws IOException {
        Path at = path.getRoot();
        push(path);
        while (!names.isEmpty()) {
            String name = names.pop().toString();
            if (name.isEmpty() || name.equals(".")) continue;
            if (name.equals("..")) {
                Path parent = at.getParent();
                if (parent != null) at = parent;
                continue;
            }
            Path next = at.resolve(name);
            Inode entry = inode(next);
            look(at, entry);
            if (entry == null) return;
            if (Files.isSymbolicLink(next)) {
                if (++links > MOST_LINKS) throw new IOException(path + ": too many links");
                Path target = Files.readSymbolicLink(next);
                push(target);
                if (target.isAbsolute()) at = path.getRoot();
            } else at = next;
        }
    }

    private void push(Path added) {
        for (int i = added.getNameCount() - 1; i >= 0; i--) names.push(added.getName(i));
    }

    /** Adds the users who can change an entry of a directory. */
    private void look(Path directory, @Nullable Inode entry) throws IOException {
        Inode inode = inode(directory);
        if (inode == null) return;
        if (inode.owner != ROOT) users.add(inode.owner);
        else if ((inode.mode & WRITABLE_BY_OTHERS) == 0) return;
        else if ((inode.mode & STICKY) == 0 || isPlantable(entry))
            throw new IOException(
                    ("%s: users other than root can make files in %s, so root does not use it. Use"
                                    + " a directory that only its owner can change")
                            .formatted(path, directory));
        // In a sticky directory an entry can be changed by its owner alone.
        else if (entry != null && entry.owner != ROOT) users.add(entry.owner);
    }

    /**
     * Returns whether another user may have put it into a sticky directory: what is missing now,
     * and a file of root's, which may have been moved there.
     */
    private boolean isPlantable(@Nullable Inode entry) {
        if (entry == null) return !isNewDirectory;
        return entry.owner == ROOT && (entry.mode & TYPE) != DIRECTORY;
    }

    private record Inode(int owner, int mode) {}

    private static @Nullable Inode inode(Path file) throws IOException {
        try {
            Map<String, Object> attributes =
                    Files.readAttributes(file, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
            return new Inode(
                    (int) requireNonNull(attributes.get("uid")),
                    (int) requireNonNull(attributes.get("mode")));
        } catch (NoSuchFileException e) {
            return null;
        }
    }
}
