// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.install;

import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalFormat;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.Owner;
import dev.firesteel.journal.ReplaySummary;
import dev.firesteel.journal.ShellWord;
import dev.firesteel.operations.doctor.Doctor;
import dev.firesteel.operations.home.DurableFiles;
import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The new or existing journal that an installation uses.
 *
 * @param path the absolute path
 * @param bytes the size of a new file
 * @param inMemory whether storage in memory is asked for
 * @param cassandra the settings of its Cassandra
 * @param marks the agent's files in the commit log directory
 */
record JournalTarget(
        Path path, long bytes, boolean inMemory, CassandraSettings cassandra, AgentFiles marks) {
    private static final String PERMISSIONS = "rw-------";

    /** Returns the step to provide the journal; empty if it is ready. */
    Optional<Plan.Step> step() throws IOException {
        new JournalPlace(path).require(inMemory);
        if (!Files.exists(path)) return Optional.of(newFile());
        requireReachable();
        try {
            requireUsable(JournalReader.inspect(path));
            return handingOver();
        } catch (DeviceRefusedException e) {
            if (e.reason() != DeviceRefusedException.Reason.BLANK)
                throw new InstallException(String.valueOf(e.getMessage()), e);
            requireNothingUnreplayed("is blank");
            return Optional.of(Files.isRegularFile(path) ? blankFile() : blankDevice());
        }
    }

    private Plan.Step newFile() throws IOException {
        Path folder = Objects.requireNonNull(path.getParent()); // the path is absolute
        if (!Files.isDirectory(folder))
            throw new InstallException(
                    "there is no directory %s for the journal: mount its drive, or make it"
                            .formatted(folder));
        requireReachable();
        requireNothingUnreplayed("does not exist");
        requireSize();
        long free = Files.getFileStore(folder).getUsableSpace() + leftOver();
        long least = JournalLayout.leastBytes(cassandra.maxMutationBytes());
        if (free < bytes)
            throw new InstallException(
                    "a journal of %dMiB does not fit into %s, where %dMiB are free: %s"
                            .formatted(
                                    bytes >> 20,
                                    folder,
                                    free >> 20,
                                    free < least
                                            ? "free at least %dMiB, for the smallest journal"
                                                    .formatted(least >> 20)
                                            : "give a smaller --journal-size"));
        PosixFileAttributes owner = owner();
        return new Plan.Step(
                List.of(
                        "make the journal %s: a file of %dMiB, for %s alone"
                                .formatted(path, bytes >> 20, owner.owner().getName())),
                (files, progress) -> PathRights.run(path, () -> make(files, owner, progress)));
    }

    private void requireReachable() throws IOException {
        PosixFileAttributes owner = owner();
        Optional<Path> closed = PathAccess.closed(path, owner);
        if (closed.isPresent())
            throw new InstallException(
                    ("%s, the owner of Cassandra's data, may not enter %s, so not open the journal"
                                    + " %s: open that directory (chmod o+x), or use another place")
                            .formatted(owner.owner().getName(), closed.get(), path));
        if (isDevice() && !PathRights.isOpenTo(path, cassandra.existingDataDirectory()))
            throw new InstallException(
                    ("%s, the owner of Cassandra's data, may not read and write the device %s:"
                                    + " write a udev rule for it, such as 'KERNEL==\"%s\","
                                    + " OWNER=\"%1$s\", MODE=\"0600\"' in /etc/udev/rules.d, and run"
                                    + " 'udevadm control --reload' and 'udevadm trigger'")
                            .formatted(
                                    owner.owner().getName(),
                                    path,
                                    path.toRealPath().getFileName()));
    }

    private boolean isDevice() {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    /** Returns the size left by an interrupted format, which is deleted before the next. */
    private long leftOver() throws IOException {
        Path young = DurableFiles.young(path);
        return Files.isRegularFile(young) ? Files.size(young) : 0;
    }

    /** Creates the journal atomically: under another name first, then renamed. */
    private void make(
            DurableFiles files, PosixFileAttributes owner, JournalFormat.Progress progress)
            throws IOException {
        Path young = DurableFiles.young(path);
        files.delete(young);
        try {
            format(bytes).write(young, progress);
            handOver(young, owner);
            files.move(young, path);
        } catch (IOException e) {
            Files.deleteIfExists(young);
            throw e;
        }
    }

    private Plan.Step blankFile() throws IOException {
        requireSize();
        PosixFileAttributes owner = owner();
        return new Plan.Step(
                List.of(
                        "turn the blank file %s into the journal: %dMiB, for %s alone"
                                .formatted(path, bytes >> 20, owner.owner().getName())),
                (files, progress) ->
                        PathRights.run(
                                path,
                                () -> {
                                    format(bytes).write(path, progress);
                                    handOver(path, owner);
                                }));
    }

    private Plan.Step blankDevice() throws IOException {
        Optional<String> misalignment = Doctor.misalignment(path);
        if (misalignment.isPresent()) throw new InstallException(misalignment.get());
        return new Plan.Step(
                List.of("turn all of the device %s into the journal".formatted(path)),
                (files, progress) -> PathRights.run(path, () -> format(0).write(path, progress)));
    }

    /**
     * Returns the step to change the owner of a file of an interrupted run or {@code journal
     * format}.
     */
    private Optional<Plan.Step> handingOver() throws IOException {
        PosixFileAttributes owner = owner();
        if (!Files.isRegularFile(path) || Files.getOwner(path).equals(owner.owner()))
            return Optional.empty();
        return Optional.of(
                new Plan.Step(
                        List.of(
                                "give the journal %s to %s"
                                        .formatted(path, owner.owner().getName())),
                        (files, progress) -> handOver(path, owner)));
    }

    private static void handOver(Path file, PosixFileAttributes owner) throws IOException {
        try {
            DurableFiles.give(file, owner, PosixFilePermissions.fromString(PERMISSIONS));
        } catch (IOException e) {
            throw new InstallException(
                    "cannot give %1$s to %2$s, the owner of Cassandra's data: run 'chown %2$s %3$s' as root"
                            .formatted(file, owner.owner().getName(), ShellWord.of(file)),
                    e);
        }
    }

    /** Returns the owner of the existing or future directory of Cassandra's data. */
    private PosixFileAttributes owner() throws IOException {
        return Files.readAttributes(cassandra.existingDataDirectory(), PosixFileAttributes.class);
    }

    private void requireUsable(JournalInfo info) throws IOException {
        boolean isOurs = info.owner() != null && info.owner().id().equals(marks.owner());
        if (info.owner() != null && !isOurs && !info.isClean()) throw foreign(info.owner());
        boolean isAnother =
                marks.journalId() != null && !marks.journalId().equals(info.journalId());
        if (!isOurs || isAnother) requireNothingUnreplayed("is another one");
        requireNothingExported(info);
        Optional<String> flaw = JournalLayout.flaw(info, cassandra.maxMutationBytes());
        if (flaw.isPresent())
            throw new InstallException(
                    "the journal %s %s: format another one".formatted(path, flaw.get()));
    }

    private InstallException foreign(Owner owner) {
        return new InstallException(
                ("%1$s holds writes, and is the journal of %2$s, not of this node. If it is this"
                                + " node's, and %3$s was lost, 'firesteel journal export %4$s DIR'"
                                + " prints the steps that bring the writes back. If this node is"
                                + " begun anew, or replaces another, delete it")
                        .formatted(path, owner.name(), marks.identity(), ShellWord.of(path)));
    }

    /** Refuses a journal with exported or abandoned writes: they would be replayed again. */
    private void requireNothingExported(JournalInfo info) throws IOException {
        if (marks.hasUnreplayed() || info.segments().isEmpty()) return;
        ReplaySummary left = JournalReader.count(path);
        if (!left.isEmpty())
            throw new InstallException(
                    ("%1$s holds %3$d writes of this node, and %2$s, which exists while they are in"
                                    + " no SSTable, does not. If that file was deleted by hand: a"
                                    + " start with Firesteel replays them where its line is still in"
                                    + " the options; elsewhere 'firesteel journal export %4$s DIR'"
                                    + " prints the steps. If they were exported or given up, make"
                                    + " another journal")
                            .formatted(path, marks.poison(), left.entries(), ShellWord.of(path)));
    }

    /** Refuses another journal than the last one while that holds, or may hold, writes. */
    private void requireNothingUnreplayed(String what) throws IOException {
        if (marks.hasUnreplayed()) {
            boolean isSamePath = path.equals(marks.journal()) && marks.journalId() != null;
            throw new InstallException(
                    ("%s %s, but writes of this node that are in no SSTable are in its journal %s%s:"
                                    + " install with that one")
                            .formatted(
                                    path,
                                    what,
                                    marks.journal() == null ? "" : marks.journal().toString(),
                                    isSamePath
                                            ? ", of which the identifier was " + marks.journalId()
                                            : ""));
        }
        Path last = marks.journal();
        if (last == null || !isLast(last)) return;
        ReplaySummary left = JournalReader.count(last);
        if (left.isEmpty()) return;
        throw new InstallException(
                ("%1$s, the last journal of this node, holds %3$d writes that may be in no SSTable, and"
                                + " --journal names another. To bring them back: 'firesteel"
                                + " journal export %4$s DIR' prints the steps. If they were"
                                + " exported, or are to be given up, delete the lines 'journal: '"
                                + " and 'journal id: ' from %2$s")
                        .formatted(last, marks.identity(), left.entries(), ShellWord.of(last)));
    }

    /** Returns whether a path holds the node's last journal, and not one that replaced it. */
    private boolean isLast(Path journal) {
        if (marks.journalId() == null || !Files.exists(journal)) return false;
        try {
            return JournalReader.inspect(journal).journalId().equals(marks.journalId());
        } catch (JournalException e) {
            return false; // it is damaged, blank or closed to this user
        }
    }

    private void requireSize() throws InstallException {
        JournalLayout.requireSize(bytes, cassandra.maxMutationBytes());
    }

    private JournalFormat format(long size) throws InstallException {
        return JournalLayout.format(size, cassandra.maxMutationBytes());
    }
}
