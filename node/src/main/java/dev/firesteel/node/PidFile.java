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
 * The file that says which process uses a node's directory.
 *
 * <p>It holds the process's identifier and start, for identifiers are given again. That outlives
 * whoever started the node, which a lock held by the starter would not.
 */
final class PidFile {
    private static final String NAME = "cassandra.pid";

    private final Path file;

    private PidFile(Path file) {
        this.file = file;
    }

    /** The one of a node's directory. */
    static PidFile in(Path directory) {
        return new PidFile(directory.resolve(NAME));
    }

    /** Whether a file is one of these. */
    static boolean is(Path file) {
        return file.endsWith(NAME);
    }

    /** After a loss of power the file is as it was before, or as it is now: never cut short. */
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
                            + ": stop that one, or give another directory");
    }

    /** The process that uses the directory, if it still runs. */
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
