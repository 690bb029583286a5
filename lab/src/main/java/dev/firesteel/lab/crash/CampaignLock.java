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

/**
 * Locks a directory against other campaigns. Two campaigns would kill each other's nodes, and each
 * would mistake that for an interruption of its own.
 */
public final class CampaignLock implements AutoCloseable {
    private final FileChannel channel;

    private CampaignLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks a directory, and creates it if it is missing.
     *
     * @throws CampaignException if another campaign holds the lock, or the directory is not
     *     writable
     */
    public static CampaignLock take(Path directory) throws IOException {
        FileChannel channel = open(directory);
        try {
            if (channel.tryLock() != null) return new CampaignLock(channel);
        } catch (OverlappingFileLockException e) {
            // Locked by this process: the same as by another.
        }
        channel.close();
        throw new CampaignException("Another firesteel is at work in " + directory);
    }

    private static FileChannel open(Path directory) throws CampaignException {
        try {
            Files.createDirectories(directory);
            return FileChannel.open(
                    directory.resolve("lock"), StandardOpenOption.WRITE, StandardOpenOption.CREATE);
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

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
