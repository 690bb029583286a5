// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;

/**
 * Whether a user can come as far as a file: each directory above it has to let that user through.
 * Which other groups the user is in is not known: a directory that is open to another group counts
 * as open.
 */
final class Reach {
    private static final String ROOT = "root";

    private Reach() {}

    /**
     * The first directory that is closed.
     *
     * @param file absolute; its directory is there
     * @param own something that belongs to the user and the user's group
     */
    static Optional<Path> closed(Path file, PosixFileAttributes own) throws IOException {
        if (own.owner().getName().equals(ROOT)) return Optional.empty();
        Path directory = file.resolveSibling("").toRealPath();
        Path at = directory.getRoot();
        for (Path name : directory) {
            at = at.resolve(name);
            if (!isOpen(Files.readAttributes(at, PosixFileAttributes.class), own))
                return Optional.of(at);
        }
        return Optional.empty();
    }

    private static boolean isOpen(PosixFileAttributes directory, PosixFileAttributes own) {
        if (directory.owner().equals(own.owner()))
            return directory.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
        boolean isOpenToGroup = directory.permissions().contains(PosixFilePermission.GROUP_EXECUTE);
        if (directory.group().equals(own.group())) return isOpenToGroup;
        return isOpenToGroup
                || directory.permissions().contains(PosixFilePermission.OTHERS_EXECUTE);
    }
}
