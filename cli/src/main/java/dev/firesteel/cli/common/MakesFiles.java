// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.node.FiresteelHome;
import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A verb that makes many files, in directories that are checked before it runs. */
public interface MakesFiles {
    /** Returns the directories, from the parsed options; they may be missing. */
    List<Path> directories();

    /**
     * Refuses directories in which another user could put a link in root's way.
     *
     * @throws IOException if there is one; the message names the user
     */
    default void requireOwnDirectories() throws IOException {
        Path program = FiresteelHome.find().path();
        for (Path each : directories()) PathRights.requireOwnDirectory(each, program);
    }
}
