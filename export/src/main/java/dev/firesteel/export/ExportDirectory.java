// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The directory that receives the segment files of an export: all of them, or none. */
final class ExportDirectory implements SegmentFiles.Target {
    private final Path path;
    private final boolean isNew;
    private final SegmentBatch files;

    private ExportDirectory(SegmentDirectory directory) {
        path = directory.path();
        isNew = !Files.exists(path);
        files = new SegmentBatch(directory);
    }

    /**
     * Returns a directory that holds no segments yet, or that is created with the first file.
     *
     * @throws IOException if it is not a directory, or holds segments; nothing was changed
     */
    static ExportDirectory at(Path path) throws IOException {
        SegmentDirectory directory = new SegmentDirectory(path);
        if (!Files.exists(path)) {
            Path parent = path.toAbsolutePath().getParent();
            if (parent == null || !Files.isDirectory(parent))
                throw new IOException(
                        "the parent directory of " + path + " does not exist: make it first");
        } else if (!Files.isDirectory(path))
            throw new IOException(path + " is not a directory: give one for the files");
        else requireNoSegments(directory);
        return new ExportDirectory(directory);
    }

    /** Refuses existing segments of another node or export: Cassandra would replay them as well. */
    private static void requireNoSegments(SegmentDirectory directory) throws IOException {
        List<Path> segments = directory.files();
        if (!segments.isEmpty())
            throw new IOException(
                    directory.path()
                            + " already holds files of a commit log, such as "
                            + segments.get(0).getFileName()
                            + ": give a directory without any, or one that does not exist yet");
    }

    /** Creates a file that gets its name in {@link #publish}. */
    @Override
    public FileChannel create(String name) throws IOException {
        return files.create(name);
    }

    /** Gives the files their names. When this returns, the names would survive a power failure. */
    List<Path> publish() throws IOException {
        return files.publish();
    }

    /** Deletes unpublished files, and the directory if it is new. */
    void abandon() throws IOException {
        files.close();
        if (isNew) Files.deleteIfExists(path);
    }
}
