// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The file that names the process using a node's directory.
 *
 * <p>It holds the process's identifier and start time, because identifiers are reused. It outlives
 * the program that started the node, unlike a lock held by that program.
 */
final class PidFile {
    private static final String NAME = "cassandra.pid";

    private final Path file;

    private PidFile(Path file) {
        this.file = file;
    }

    /** Returns the pid file of a node's directory. */
    static PidFile in(Path directory) {
        return new PidFile(directory.resolve(NAME));
    }

    /** Returns whether a file is a pid file. */
    static boolean is(Path file) {
        return file.endsWith(NAME);
    }

    /** Replaces the file atomically: after a power failure it has the old or the new content. */
    void write(ProcessHandle process) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        String text = process.pid() + " " + startOf(process) + "\n";
        Files.writeString(
                next,
                text,
                StandardOpenOption.WRITE,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.SYNC);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    void requireFree(Path directory) throws NodeException {
        Optional<ProcessHandle> user = user();
        if (user.isPresent())
            throw new NodeException(
                    "The directory "
                            + directory
                            + " is in use by a Cassandra, process "
                            + user.get().pid()
                            + ":%nstop that one, or give another directory".formatted());
    }

    /** Returns the process that uses the directory, if it still runs. */
    Optional<ProcessHandle> user() throws NodeException {
        try {
            String[] words = Files.readString(file).trim().split(" ", 2);
            return ProcessHandle.of(Long.parseLong(words[0]))
                    .filter(process -> process.isAlive() && startOf(process).equals(words[1]));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            throw new NodeException(
                    "Cannot read " + file + " (" + e + "): remove it if no Cassandra runs here", e);
        }
    }

    private static String startOf(ProcessHandle process) {
        return process.info().startInstant().map(Object::toString).orElse("unknown");
    }
}
