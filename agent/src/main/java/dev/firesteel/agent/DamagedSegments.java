// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.agent;

import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Copies of segments in which a replay has ignored damage. The journal uses their slots again, so
 * that nothing else shows afterwards what was lost.
 */
final class DamagedSegments {
    /** A subdirectory of the commit log directory, which Cassandra does not read. */
    static final String DIRECTORY = "damaged";

    private DamagedSegments() {}

    /**
     * Copies slots as they are on the device, and returns the directory of the copies. When this
     * returns, they survive a power loss.
     *
     * @param journal the path of the journal, which may be open
     * @param slots the slots, from 0
     */
    static Path keep(Path journal, Set<Integer> slots, Path commitLogDirectory) throws IOException {
        JournalInfo info = JournalReader.inspect(journal);
        Path directory = Files.createDirectories(commitLogDirectory.resolve(DIRECTORY));
        try (FileChannel from = FileChannel.open(journal, StandardOpenOption.READ)) {
            for (int slot : slots) {
                long end =
                        info.deviceBytes() - (long) (info.slots() - slot - 1) * info.segmentBytes();
                String name = "opening-%d-slot-%d.bin".formatted(info.openings(), slot);
                copy(from, end - info.segmentBytes(), end, directory.resolve(name));
            }
        }
        return directory;
    }

    private static void copy(FileChannel from, long begin, long end, Path to) throws IOException {
        Files.deleteIfExists(to);
        Files.createFile(
                to,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (FileChannel copy = FileChannel.open(to, StandardOpenOption.WRITE)) {
            for (long at = begin; at < end; ) {
                long bytes = from.transferTo(at, end - at, copy);
                if (bytes <= 0) throw new EOFException("the journal ends at byte " + at);
                at += bytes;
            }
            copy.force(true);
        }
        DurableFiles.forceDirectory(to);
    }
}
