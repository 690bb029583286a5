// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli;

import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.Owner;
import dev.firesteel.lab.bench.CommitLogBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The journal of the nodes that are measured: empty each time. On a device that was named it may
 * take the place of a measurement's, or of one that holds nothing.
 *
 * @param device what was named, or null for new files
 * @param size how large to make a file; of a block device all is used
 */
record BenchJournal(@Nullable Path device, Size size) {
    private static final Path DEVICES = Path.of("/dev");
    private static final Size ALL = new Size(0);

    /** Sees, before anything is measured, that the device can be had. */
    void check() throws IOException {
        if (device == null) return;
        if (!Files.exists(device) && device.startsWith(DEVICES))
            throw new IOException("There is no device " + device + "; lsblk lists those there are");
        Path directory = device.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory))
            throw new IOException(
                    "There is no directory %s for the journal: make it, or give another --device"
                            .formatted(directory));
        make(device);
    }

    void make(Path path) throws JournalException {
        boolean isFile = Files.isRegularFile(path) || !Files.exists(path);
        JournalMaker.renew(path, isFile ? size : ALL, BenchJournal::isExpendable);
    }

    private static boolean isExpendable(JournalInfo journal) {
        Owner owner = journal.owner();
        return journal.segments().isEmpty()
                || (owner != null && CommitLogBench.isOwn(owner.name()));
    }
}
