// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalRenewal;
import dev.firesteel.journal.Owner;
import dev.firesteel.lab.bench.CommitLogBench;
import dev.firesteel.operations.install.JournalLayout;
import dev.firesteel.operations.install.JournalPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The journal of the measured nodes, empty for each. A named device may only hold a journal of an
 * earlier measurement, or one without entries.
 *
 * @param device the device given, or null for new files
 * @param size the size of a new file; a block device is used as a whole
 */
public record BenchJournal(@Nullable Path device, Size size) {
    private static final long ALL = 0;

    /** Checks that the device or its directory exists. */
    public void check() throws IOException {
        if (device == null) return;
        new JournalPlace(device).requireDevice();
        Path directory = device.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory))
            throw new IOException(
                    "There is no directory %s for the journal: make it, or give another --device"
                            .formatted(directory));
    }

    /** Makes a journal on the device given, which may be refused, before anything is measured. */
    public void tryOut() throws JournalException {
        if (device != null) make(device);
    }

    /**
     * Refuses a journal in memory, on which no node starts, before any node is started.
     *
     * @param directory the directory of new files
     * @param option the option that names it
     */
    public void requireDurable(Path directory, String option) throws IOException {
        Optional<String> memory = storageInMemory(directory);
        if (memory.isPresent())
            throw new IOException(
                    "The journal would be in memory (%s), and this measures durable writes: give %s on a drive"
                            .formatted(memory.get(), device == null ? option : "--device"));
    }

    /** Returns what keeps the journal in memory, in words; empty if it is on a drive. */
    public Optional<String> storageInMemory(Path directory) {
        return new JournalPlace(device == null ? directory : device).storageInMemory();
    }

    /** Creates the journal at a path. */
    public void make(Path path) throws JournalException {
        boolean isFile = Files.isRegularFile(path) || !Files.exists(path);
        JournalFormat format =
                JournalLayout.withSegments(
                        isFile ? size.bytes() : ALL, JournalLayout.USUAL_SEGMENT_BYTES);
        new JournalRenewal(format, BenchJournal::isExpendable).write(path, (bytes, of) -> {});
    }

    private static boolean isExpendable(JournalInfo journal) {
        Owner owner = journal.owner();
        return journal.segments().isEmpty()
                || (owner != null && CommitLogBench.isOwn(owner.name()));
    }
}
