// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.VolatileStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The place of an existing or future journal. Every command refuses the same places.
 *
 * @param journal the path of the file or block device
 * @param memory returns what keeps a file in memory, in words, or empty
 */
public record JournalPlace(Path journal, Function<Path, Optional<String>> memory) {
    private static final Path DEVICES = Path.of("/dev");
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** Describes a place of this machine. */
    public JournalPlace(Path journal) {
        this(journal, VolatileStorage::of);
    }

    /**
     * Refuses a block device that is missing: a file of that name would be in memory. Refuses a
     * link to something that is missing: a file in its place would be on another drive.
     *
     * @throws IOException if it is missing
     */
    public void requireDevice() throws IOException {
        if (Files.isSymbolicLink(journal) && !Files.exists(journal))
            throw new InstallException(
                    "%s is a link to %s, which does not exist: mount its drive, or make a journal there"
                            .formatted(journal, Files.readSymbolicLink(journal)));
        Path path = journal.toAbsolutePath().normalize();
        if (path.startsWith(DEVICES) && !path.startsWith(SHARED_MEMORY) && !Files.exists(path))
            throw new InstallException(
                    "there is no device " + journal + "; lsblk lists the devices there are");
    }

    /**
     * Refuses a missing block device, and storage that is in memory.
     *
     * @param inMemory whether storage in memory is asked for
     * @throws IOException if it is refused
     */
    public void require(boolean inMemory) throws IOException {
        requireDevice();
        Optional<String> found = storageInMemory();
        if (found.isPresent() && !inMemory)
            throw new InstallException(
                    "%s is on %s, which keeps a journal in memory: a loss of power loses acknowledged writes. Give a place on a drive, or, where that loss does not matter, --journal-in-memory"
                            .formatted(journal, found.get()));
    }

    /** Returns what keeps the journal in memory, in words; empty if it is on a drive. */
    public Optional<String> storageInMemory() {
        return memory.apply(journal);
    }
}
