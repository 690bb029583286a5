// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.fault;

import dev.firesteel.lab.ShutdownHook;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The small disks of a campaign: one for SSTables, one for the journal. Each is mounted only if a
 * fault needs it. Earlier mounts, left by a campaign that was refused in the directory, are removed
 * first, because they would hide the node's files.
 */
public final class ScratchDisks implements AutoCloseable {
    private static final long DATA_BYTES = 2L << 30;

    /** Maximum size of a small file system's own data. */
    private static final long OWN_BYTES = 24 << 20;

    private final ScratchDisk data;
    private final ScratchDisk journal;
    private @Nullable ShutdownHook hook;

    private ScratchDisks(ScratchDisk data, ScratchDisk journal) {
        this.data = data;
        this.journal = journal;
    }

    /**
     * Mounts the disks that faults need. They are unmounted when closed, and when the JVM ends.
     *
     * @param directory of the campaign
     * @param journalBytes the size of a journal to be put on such a disk; 0 if there is none
     */
    public static ScratchDisks mount(Path directory, List<Fault> faults, long journalBytes)
            throws IOException {
        ScratchDisks disks =
                new ScratchDisks(disk(directory, "data-disk"), disk(directory, "journal-disk"));
        disks.hook = new ShutdownHook("end-disks", disks::end);
        try {
            disks.data.letGoOfLeft();
            disks.journal.letGoOfLeft();
            if (faults.stream().anyMatch(fault -> fault.needs() != Fault.Needs.NOTHING))
                disks.data.mount(DATA_BYTES);
            if (journalBytes > 0
                    && faults.stream().anyMatch(f -> f.needs() == Fault.Needs.FULL_JOURNAL))
                disks.journal.mount(journalBytes + OWN_BYTES);
        } catch (IOException e) {
            disks.close();
            throw e;
        }
        return disks;
    }

    /** Returns an object without disks. */
    public static ScratchDisks none() {
        Path nowhere = Path.of("nowhere");
        return new ScratchDisks(disk(nowhere, "data-disk"), disk(nowhere, "journal-disk"));
    }

    private static ScratchDisk disk(Path directory, String name) {
        return new ScratchDisk(directory.resolve(name + ".image"), directory.resolve(name));
    }

    /** Returns the directory of SSTables, if they have a disk of their own. */
    public Optional<Path> dataDirectory() {
        return data.isMounted() ? Optional.of(data.mountPoint().resolve("data")) : Optional.empty();
    }

    /** Returns the file of the journal, if it has a disk of its own. */
    public Optional<Path> journalFile() {
        return journal.isMounted()
                ? Optional.of(journal.mountPoint().resolve("journal"))
                : Optional.empty();
    }

    void requireData(Fault fault) throws FaultException {
        if (!data.isMounted())
            throw new FaultException(
                    ("The fault %s needs a disk of its own for SSTables, which needs"
                                    + " root, losetup and mkfs.ext4")
                            .formatted(fault.name()));
    }

    ScratchDisk data() {
        return data;
    }

    ScratchDisk journal() {
        return journal;
    }

    @Override
    public void close() {
        end();
        if (hook != null) hook.close();
    }

    private synchronized void end() {
        data.unmount();
        journal.unmount();
    }
}
