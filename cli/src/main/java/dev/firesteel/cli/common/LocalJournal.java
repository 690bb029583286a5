// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.cli.common;

import dev.firesteel.journal.JournalException;
import dev.firesteel.journal.JournalInfo;
import dev.firesteel.journal.JournalReader;
import dev.firesteel.journal.ShellWord;
import dev.firesteel.lab.ShutdownHook;
import dev.firesteel.node.NodeDirectory;
import dev.firesteel.operations.home.SmallFile;
import dev.firesteel.operations.install.JournalLayout;
import dev.firesteel.operations.install.JournalPlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The journal of a node that this program starts.
 *
 * @param path absolute
 */
public record LocalJournal(Path path) {
    /** The option of the size of a new journal. */
    public static final String OPTION = "--journal-size";

    private static final String NAME = "journal";

    /** The agent's file in Cassandra's commit log directory that identifies the node's journal. */
    private static final String IDENTITY = "firesteel.node";

    /** Returns the default journal of a node. */
    public static LocalJournal in(NodeDirectory node) {
        return new LocalJournal(node.root().resolve(NAME));
    }

    /**
     * Checks that the directory of a named journal exists. It is not created: if a drive is not
     * mounted, the journal would be on another drive.
     */
    public static void requireFolder(Path named) throws IOException {
        Path folder = named.toAbsolutePath().normalize().getParent();
        if (folder != null && !Files.isDirectory(folder))
            throw new IOException(
                    "There is no directory %s for the journal %s: mount its drive, or make it"
                            .formatted(folder, named));
        if (folder != null && !Files.exists(named) && !Files.isWritable(folder))
            throw new IOException(
                    "This user may not write to the directory %s of the journal %s"
                            .formatted(folder, named));
    }

    /**
     * Creates the journal if there is none and the node never had one. A node that had one must get
     * it back, not an empty one: the agent reports that.
     *
     * @param maxMutationBytes the node's {@code max_mutation_size}
     * @throws IOException if the journal is too small for the node, or does not fit on the drive
     */
    public void makeIfNew(NodeDirectory node, Size size, long maxMutationBytes, Console console)
            throws IOException {
        if (!isToBeMade(node)) return;
        place().requireDevice();
        JournalLayout.requireSize(size.bytes(), maxMutationBytes);
        // Format under another name: if killed here, a partial journal would be refused forever.
        Path next = path.resolveSibling(path.getFileName() + ".firesteel-new");
        Files.deleteIfExists(next);
        long least = JournalLayout.leastBytes(maxMutationBytes);
        long free = requireRoom(1, size, OPTION, least);
        Files.createDirectories(path.resolveSibling(""));
        console.note(
                "Making the journal %s:%n%s of %s that are free; --journal-size changes that"
                        .formatted(path, size, new Size(free)));
        try (ShutdownHook hook = new ShutdownHook("delete-incomplete", () -> delete(next))) {
            JournalMaker.make(next, JournalLayout.format(size.bytes(), maxMutationBytes), console);
            Files.move(next, path);
        }
    }

    private static void delete(Path incomplete) {
        try {
            Files.deleteIfExists(incomplete);
        } catch (IOException e) {
            // The next run deletes it.
        }
    }

    /** Returns whether {@link #makeIfNew} makes a journal for a node. */
    public boolean isToBeMade(NodeDirectory node) throws IOException {
        return !Files.exists(path) && !hadJournal(node);
    }

    /**
     * Refuses journals that do not fit on the drive of this one.
     *
     * @param count the number of journals that are to be made there
     * @param size of each
     * @param option the option that sets it
     * @param leastBytes the smallest size that it can have
     * @return the free space in bytes
     */
    public long requireRoom(long count, Size size, String option, long leastBytes)
            throws IOException {
        Path folder = path.resolveSibling("");
        while (!Files.exists(folder)) folder = folder.resolveSibling("");
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free / count < size.bytes())
            throw new IOException(
                    "%s of %s %s not fit into %s, where %s are free: %s"
                            .formatted(
                                    count == 1 ? "A journal" : count + " journals",
                                    size,
                                    count == 1 ? "does" : "do",
                                    folder,
                                    new Size(free),
                                    free / count < leastBytes
                                            ? "free at least %s, for the smallest"
                                                    .formatted(new Size(count * leastBytes))
                                            : "give a smaller " + option));
        return free;
    }

    /**
     * Returns a note if the size asked for has no effect: there is a journal already, of another
     * size, or a device; empty if not.
     */
    public static Optional<String> noteOnSize(Path journal, Size asked) {
        return existing(journal)
                .filter(
                        found ->
                                rest(found, asked) < 0
                                        || rest(found, asked) >= found.segmentBytes())
                .map(found -> "firesteel: " + keeps(journal, found, asked))
                .or(() -> noteOnDevice(journal));
    }

    /** Returns a note if the journal is a device, on which a size has no effect; empty if not. */
    public static Optional<String> noteOnDevice(Path journal) {
        boolean isDevice =
                Files.exists(journal)
                        && !Files.isRegularFile(journal)
                        && !Files.isDirectory(journal);
        return isDevice
                ? Optional.of(
                        "firesteel: %s is a device, and used whole: %s has no effect"
                                .formatted(journal, OPTION))
                : Optional.empty();
    }

    /**
     * Refuses a journal that exists and is smaller than asked for. A larger one may have grown.
     *
     * @throws IOException if it is smaller
     */
    public static void requireSize(Path journal, Size asked) throws IOException {
        Optional<JournalInfo> found = existing(journal);
        if (found.isPresent() && rest(found.get(), asked) >= found.get().segmentBytes())
            throw new IOException(
                    keeps(journal, found.get(), asked)
                            + ".%nTo use it as it is, leave --journal-size out".formatted());
    }

    /** Returns how many bytes more are asked for; a journal has whole segments. */
    private static long rest(JournalInfo found, Size asked) {
        return asked.bytes() - found.deviceBytes();
    }

    /** Returns the journal of a file; empty if it has none that can be read. */
    private static Optional<JournalInfo> existing(Path journal) {
        if (!Files.isRegularFile(journal)) return Optional.empty();
        try {
            return Optional.of(JournalReader.inspect(journal));
        } catch (JournalException e) {
            return Optional.empty(); // the node's start gives the reason
        }
    }

    private static String keeps(Path journal, JournalInfo found, Size asked) {
        return ("%1$s exists, and keeps its size, %2$s.%n"
                        + "For another size: drain the node, delete the file, and run%n"
                        + "'firesteel journal format --size %3$s %4$s'")
                .formatted(
                        journal,
                        new Size(found.deviceBytes()),
                        asked.exact(),
                        ShellWord.of(journal));
    }

    private JournalPlace place() {
        return new JournalPlace(path);
    }

    /**
     * Refuses storage in memory.
     *
     * @param inMemory whether it is asked for
     */
    public void requireDurable(boolean inMemory) throws IOException {
        place().require(inMemory);
    }

    /** Returns the path, the size and the number of segments, in words. */
    public String describe() throws JournalException {
        JournalInfo info = JournalReader.inspect(path);
        return "%s, %s in %d segments%s"
                .formatted(
                        path,
                        new Size(info.deviceBytes()),
                        info.slots(),
                        place().storageInMemory().map(" in memory (%s)"::formatted).orElse(""));
    }

    private static boolean hadJournal(NodeDirectory node) throws IOException {
        Path identity = node.commitLog().resolve(IDENTITY);
        return Files.exists(identity)
                && new String(SmallFile.read(identity), StandardCharsets.UTF_8)
                        .lines()
                        .anyMatch(line -> line.startsWith("journal:"));
    }
}
