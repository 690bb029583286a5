// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Limits root to the rights of the user who can redirect a path.
 *
 * <p>The owner of a directory can replace a file in it by a link at any time, also between two
 * system calls of root. With only the owner's rights, root follows that link no further than the
 * owner could. So there is nothing to check, and no race.
 */
public final class PathRights {
    /**
     * Work on a path.
     *
     * @param <T> the result
     * @param <E> the exception besides {@link IOException}
     */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        /** Does it. */
        T run() throws IOException, E;
    }

    /** Work that returns nothing. */
    @FunctionalInterface
    public interface Task {
        /** Does it. */
        void run() throws IOException;
    }

    /** Stands for every file of a directory. */
    private static final String ANY = "any";

    private PathRights() {}

    /** Runs a task as {@link #call} does. */
    public static void run(Path path, Task task) throws IOException {
        Path unused =
                call(
                        path,
                        () -> {
                            task.run();
                            return path;
                        });
    }

    /**
     * Runs work with the caller's rights or, if the caller is root and another user can redirect
     * the path, on a thread with only that user's rights.
     *
     * @param path of the file that the work opens, creates, moves or deletes
     * @throws IOException if the caller is root and several users can redirect the path
     */
    public static <T, E extends Exception> T call(Path path, Work<T, E> work)
            throws IOException, E {
        if (!Credentials.isRoot()) return work.run();
        Set<Integer> users = PathUsers.of(path);
        if (users.isEmpty()) return work.run();
        if (users.size() > 1)
            throw new IOException(
                    ("%s: each of the users %s could put a link into the path, so root does not use"
                                    + " it. Use a path that only one of them can change")
                            .formatted(path, users));
        int user = users.iterator().next();
        try {
            return callAs(user, work);
        } catch (AccessDeniedException e) {
            throw new IOException(
                    "%s: permission denied to %s. Root uses only the rights of %2$s here, because %2$s could put a link into %s"
                            .formatted(e.getFile(), Credentials.name(user), path),
                    e);
        }
    }

    /**
     * Reads a file as {@link #call} does, so that root reads nothing through a link that its owner
     * could not read. Refuses a named pipe, which would wait for a writer, a device, and a file of
     * more than {@link SmallFile#MOST_BYTES}.
     */
    public static byte[] read(Path file) throws IOException {
        return call(
                file,
                () -> {
                    if (Files.readAttributes(file, BasicFileAttributes.class).isOther())
                        throw new FileSystemException(
                                file.toString(), null, "is a pipe or a device, not a file");
                    return SmallFile.read(file);
                });
    }

    /**
     * Returns whether a user may read and write a file. To a caller who is neither root nor that
     * user, each file seems open.
     *
     * @param file a file or block device; it is opened, and not changed
     * @param like a file of the user
     */
    public static boolean isOpenTo(Path file, Path like) throws IOException {
        int user = (int) Files.getAttribute(like, "unix:uid");
        try {
            if (Credentials.isRoot()) {
                Path unused = callAs(user, () -> opened(file));
            } else if (user == Credentials.callingUser()) opened(file);
            return true;
        } catch (AccessDeniedException e) {
            return false;
        } catch (FileSystemException e) {
            if (DurableFiles.isForbidden(e)) return false;
            throw e;
        }
    }

    private static Path opened(Path file) throws IOException {
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE).close();
        return file;
    }

    /**
     * Refuses a path that another user can redirect, if the caller is root.
     *
     * @throws IOException if one can; the message names the user
     */
    public static void requireOwn(Path path) throws IOException {
        if (Credentials.isRoot()) requireNone(PathUsers.of(path), path);
    }

    /**
     * Refuses a directory if the caller is root and another user can redirect what is made in it.
     * The users who can change the program are trusted. Makes the directory where others could make
     * it first.
     *
     * @param program the directory of the program
     * @throws IOException if one can; the message names the user
     */
    public static void requireOwnDirectory(Path directory, Path program) throws IOException {
        boolean isOther = Files.exists(directory) && !Files.isDirectory(directory);
        if (!Credentials.isRoot() || isOther) return;
        Set<Integer> trusted = PathUsers.of(program.resolve(ANY));
        Set<Integer> users = PathUsers.ofNewDirectory(directory);
        users.removeAll(trusted);
        requireNone(users, directory);
        if (isOpenToOthers(directory)) Files.createDirectories(directory);
        users.addAll(PathUsers.of(directory.resolve(ANY)));
        users.removeAll(trusted);
        requireNone(users, directory);
    }

    /** Returns whether others may make a missing directory. */
    private static boolean isOpenToOthers(Path directory) throws IOException {
        Path at = directory.toAbsolutePath();
        while (!Files.exists(at)) at = requireNonNull(at.getParent());
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(at);
        return rights.contains(PosixFilePermission.GROUP_WRITE)
                || rights.contains(PosixFilePermission.OTHERS_WRITE);
    }

    private static void requireNone(Set<Integer> users, Path path) throws IOException {
        if (!users.isEmpty())
            throw new IOException(
                    ("%s: %s could put a link into the path, so root does not write there. Run this"
                                    + " as that user, or use a directory that only root can change")
                            .formatted(path, Credentials.name(users.iterator().next())));
    }

    /** On a thread that ends afterwards: a thread's credentials are its own. */
    private static <T, E extends Exception> T callAs(int user, Work<T, E> work)
            throws IOException, E {
        Credentials credentials = Credentials.of(user);
        FutureTask<T> task =
                new FutureTask<>(
                        () -> {
                            credentials.take();
                            return work.run();
                        });
        Thread thread = new Thread(task, "rights of user " + user); // owns threads
        thread.start();
        try {
            thread.join();
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw PathRights.<E>thrown(requireNonNull(e.getCause()), user);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the work declares E
    private static <E extends Exception> E thrown(Throwable cause, int user) throws IOException {
        if (cause instanceof NoClassDefFoundError)
            throw new IOException(
                    "%s cannot read this program: install it where %1$s can, or run this as a user who owns the files"
                            .formatted(Credentials.name(user)),
                    cause);
        if (cause instanceof IOException failure) throw failure;
        if (cause instanceof RuntimeException failure) throw failure;
        if (cause instanceof Error failure) throw failure;
        return (E) cause;
    }
}
