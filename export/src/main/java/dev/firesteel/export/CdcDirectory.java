// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where consumers of change data capture find segments, and delete what they have read.
 *
 * @param path the directory, which exists
 */
public record CdcDirectory(Path path) {
    /**
     * Begins the file of a segment, or begins it anew.
     *
     * @param segmentBytes the size of the segment in the journal
     */
    public CdcFile open(int version, long id, long segmentBytes) throws IOException {
        return new CdcFile(path, version, id, segmentBytes);
    }

    /** Whether there is a file of the segment that consumers were told of. */
    public boolean holds(int version, long id) {
        return Files.exists(CdcFile.index(path, version, id));
    }

    /** Whether consumers were told that no more will come of a segment. */
    public boolean isCompleted(int version, long id) throws IOException {
        return CdcFile.read(CdcFile.index(path, version, id)).isCompleted();
    }

    /**
     * The bytes of all files, whoever made them. What is being written counts with all that it may
     * come to.
     */
    public long bytes() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(path)) {
            for (Path file : (Iterable<Path>) files::iterator) bytes += bytes(file);
        }
        return bytes;
    }

    /** A consumer may have deleted it just now. */
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
     * @param wanted how many bytes to free at least, if there are so many
     * @param before segments from this identifier on are kept
     * @return how many were freed
     */
    public long deleteOldest(long wanted, long before) throws IOException {
        long freed = 0;
        List<Path> files = new SegmentDirectory(path).files(); // oldest first
        for (Path file : files) {
            if (freed >= wanted || SegmentFormat.id(file.getFileName().toString()) >= before) break;
            freed += bytes(file) + bytes(CdcFile.index(file));
            // In this order: a consumer goes by the index, and must not find one without its file.
            Files.deleteIfExists(CdcFile.index(file));
            Files.deleteIfExists(file);
        }
        return freed;
    }
}
