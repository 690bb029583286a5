// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;

/**
 * Checks whether a user can reach a file through each directory above it. The user's other groups
 * are unknown: a directory that is open to another group counts as open.
 */
final class PathAccess {
    private static final String ROOT = "root";

    private PathAccess() {}

    /**
     * Returns the first directory that is closed.
     *
     * @param file the absolute path of the file; its directory exists
     * @param own the attributes of a file of the user and the user's group
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
