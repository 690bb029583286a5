// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.crash;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Locks a directory against other campaigns. Two campaigns would kill each other's nodes, and each
 * would mistake that for an interruption of its own.
 */
public final class CampaignLock implements AutoCloseable {
    private static final String NAME = "lock";

    private final FileChannel channel;
    private final Path directory;

    /** The first directory made for this lock; null if none was missing. */
    private final @Nullable Path made;

    private CampaignLock(FileChannel channel, Path directory, @Nullable Path made) {
        this.channel = channel;
        this.directory = directory;
        this.made = made;
    }

    /**
     * Locks a directory, and creates it if it is missing.
     *
     * @throws CampaignException if another campaign holds the lock, or the directory is not
     *     writable
     */
    public static CampaignLock take(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        Path made = firstMissing(absolute);
        FileChannel channel = open(directory);
        try {
            if (channel.tryLock() != null) return new CampaignLock(channel, absolute, made);
        } catch (OverlappingFileLockException e) {
            // Locked by this process: the same as by another.
        }
        channel.close();
        throw new CampaignException("Another firesteel is at work in " + directory);
    }

    private static @Nullable Path firstMissing(Path directory) {
        Path missing = null;
        for (Path at = directory; at != null && Files.notExists(at); at = at.getParent())
            missing = at;
        return missing;
    }

    private static FileChannel open(Path directory) throws CampaignException {
        try {
            Files.createDirectories(directory);
            return FileChannel.open(
                    directory.resolve(NAME), StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        } catch (IOException e) {
            throw new CampaignException(
                    "Nothing can be written to %s, %s: give another directory"
                            .formatted(directory, reason(directory, e)),
                    e);
        }
    }

    /** Returns the reason of a failure. The message of file exceptions is often just a path. */
    private static String reason(Path directory, IOException e) {
        for (Path path = directory; path != null; path = path.getParent())
            if (Files.exists(path) && !Files.isDirectory(path)) return path + " is no directory";
        if (e instanceof NoSuchFileException) return "it cannot be made";
        if (e instanceof AccessDeniedException) return "permission denied";
        if (!(e instanceof FileSystemException failure)) return String.valueOf(e.getMessage());
        String reason = failure.getReason();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    /** Unlocks the directory. If it was made for this lock, and nothing is in it, deletes it. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (made != null && Files.isDirectory(directory) && hasLockAlone()) {
                Files.delete(directory.resolve(NAME));
                delete(made);
            }
        }
    }

    private boolean hasLockAlone() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.allMatch(file -> file.endsWith(NAME));
        }
    }

    private void delete(Path first) {
        Path at = directory;
        try {
            while (at.startsWith(first)) {
                Files.delete(at);
                at = Objects.requireNonNull(at.getParent()); // below a root
            }
        } catch (IOException e) {
            // Another process has put something there.
        }
    }
}
