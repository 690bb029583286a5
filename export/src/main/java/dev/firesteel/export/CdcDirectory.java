// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory in which consumers of change data capture (CDC) find segments and delete those that
 * they have read.
 *
 * @param path the directory, which exists
 */
public record CdcDirectory(Path path) {
    /**
     * Opens the file of a segment, new or existing.
     *
     * @param segmentBytes the size of the segment in the journal
     */
    public CdcFile open(int version, long id, long segmentBytes) throws IOException {
        return new CdcFile(path, version, id, segmentBytes);
    }

    /** Returns whether there is an index of the segment, which shows its file to consumers. */
    public boolean holds(int version, long id) {
        return Files.exists(CdcFile.index(path, version, id));
    }

    /** Returns whether the index marks a segment as completed. */
    public boolean isCompleted(int version, long id) throws IOException {
        return CdcFile.read(CdcFile.index(path, version, id)).isCompleted();
    }

    /**
     * Returns the bytes of all files, regardless of origin. A file in progress counts with its
     * maximum size.
     */
    public long bytes() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : (Iterable<Path>) files::iterator) bytes += bytes(file);
        }
        return bytes;
    }

    /** Returns the bytes of a file; 0 if a consumer has just deleted it. */
    private static long bytes(Path file) throws IOException {
        try {
            if (SegmentFormat.isSegment(file.getFileName().toString())) {
                CdcFile.Index index = CdcFile.read(CdcFile.index(file));
                if (index.isCompleted()) return index.bytes(); // the rest is a hole
            }
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    /**
     * Deletes the oldest segments, read or not.
     *
     * @param wanted the minimum number of bytes to free, if there are that many
     * @param before segments with this identifier or a higher one are kept
     * @return the number of bytes freed
     */
    public long deleteOldest(long wanted, long before) throws IOException {
        long freed = 0;
        List<Path> files = new SegmentDirectory(path).files(); // oldest first
        for (Path file : files) {
            if (freed >= wanted || SegmentFormat.id(file.getFileName().toString()) >= before) break;
            freed += bytes(file) + bytes(CdcFile.index(file));
            // The index first: consumers follow it and must not find one without its file.
            Files.deleteIfExists(CdcFile.index(file));
            Files.deleteIfExists(file);
        }
        return freed;
    }
}
