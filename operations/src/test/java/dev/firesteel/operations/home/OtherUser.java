// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.home;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;

/** The user "nobody", to whom tests that run as root give files. */
public final class OtherUser {
    /** Its number on every Linux; its group has the same one. */
    public static final int NUMBER = 65534;

    private OtherUser() {}

    /** Skips the test unless it runs as root, from classes that the other user can read. */
    public static void assume(Path scratch) throws IOException {
        assumeTrue(Credentials.isRoot(), "skipped: only root can give files to another user");
        Path own = give(Files.createDirectory(scratch.resolve("own")));
        Path classes =
                Path.of(
                        PathRights.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath());
        try {
            PathRights.run(own.resolve("x"), () -> readOne(classes));
        } catch (IOException e) {
            assumeTrue(false, "skipped: the classes are closed to other users, " + e);
        }
        Files.delete(own);
    }

    private static void readOne(Path classes) throws IOException {
        try (InputStream file =
                Files.newInputStream(
                        classes.resolve("dev/firesteel/operations/home/PathRights.class"))) {
            var unused = file.read();
        }
    }

    /** Gives a file or a directory to that user, without its content. */
    public static Path give(Path file) throws IOException {
        Files.setAttribute(file, "unix:uid", NUMBER, LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file, "unix:gid", NUMBER, LinkOption.NOFOLLOW_LINKS);
        return file;
    }

    /** Gives a directory and all its content to that user. */
    public static void giveAll(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path at, BasicFileAttributes attributes) throws IOException {
                        give(at);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        give(file);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /** Returns the owner, the permissions and the size of a file. */
    public static Map<String, Object> standing(Path file) throws IOException {
        return Files.readAttributes(file, "unix:uid,gid,mode,size", LinkOption.NOFOLLOW_LINKS);
    }
}
