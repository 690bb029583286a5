// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent.filesync;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.io.FSWriteError;

/**
 * Syncs files that Cassandra relies on after a crash, and leaves unsynced (CASSANDRA-21673).
 *
 * <p>Cassandra syncs the logs of its SSTable transactions while its last record is still in a
 * buffer of the JVM. It renames new files over old ones without a sync of their content, or of the
 * directory. After a power failure a compaction may so have lost both its input and its output.
 */
public final class FileSyncs {
    /** The only static state: changed code in Cassandra has no other access to Firesteel. */
    private static final AtomicBoolean ON = new AtomicBoolean(true);

    private FileSyncs() {}

    /** Leaves all files as Cassandra does, or syncs them again. */
    public static void turnOn(boolean isOn) {
        ON.set(isOn);
    }

    /**
     * Called after a file was written and closed. Syncs it if that was asked for.
     *
     * @throws FSWriteError if the sync fails
     */
    public static void written(Path file, StandardOpenOption[] options) {
        if (!ON.get()) return;
        for (StandardOpenOption option : options)
            if (option == StandardOpenOption.SYNC || option == StandardOpenOption.DSYNC) {
                sync(file);
                return;
            }
    }

    /**
     * Called before a rename. Syncs the content of a file.
     *
     * @throws FSWriteError if the sync fails
     */
    public static void renaming(Path from) {
        if (ON.get() && Files.isRegularFile(from)) sync(from);
    }

    /**
     * Called after a rename. Syncs the directory of the new name.
     *
     * @throws FSWriteError if the sync fails
     */
    public static void renamed(Path to) {
        Path directory = to.toAbsolutePath().getParent();
        if (ON.get() && directory != null) sync(directory);
    }

    private static void sync(Path path) {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            throw new FSWriteError(e, path);
        }
    }
}
