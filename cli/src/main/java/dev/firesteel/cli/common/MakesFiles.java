// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.node.FiresteelHome;
import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A verb that makes many files, in directories that are checked before it runs. */
public interface MakesFiles {
    /** Returns the directories, from the parsed options; they may be missing. */
    List<Path> directories();

    /**
     * Refuses directories in which another user could put a link in root's way. Also refuses a
     * directory whose parent and grandparent are missing: the path is probably mistyped.
     *
     * @throws IOException if there is one; the message names the user or the missing part
     */
    default void requireOwnDirectories() throws IOException {
        Path program = FiresteelHome.find().path();
        for (Path each : directories()) {
            requireBeginning(each);
            PathRights.requireOwnDirectory(each, program);
        }
    }

    private static void requireBeginning(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().normalize().getParent();
        Path above = parent == null ? null : parent.getParent();
        if (above != null && Files.notExists(parent) && Files.notExists(above))
            throw new IOException(
                    "There is no directory %s for %s: make it, or give another directory"
                            .formatted(above, directory));
    }
}
