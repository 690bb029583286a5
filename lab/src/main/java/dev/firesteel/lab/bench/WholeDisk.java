// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds the drive below a directory. Request limits and read-ahead are set for drives, not for
 * partitions.
 */
public final class WholeDisk {
    private WholeDisk() {}

    /**
     * Returns its device numbers, as {@code 259:0}.
     *
     * @throws BenchException if the drive is unknown
     */
    static String numbers(Path directory) throws IOException {
        Path disk =
                below(directory)
                        .orElseThrow(
                                () ->
                                        new BenchException(
                                                ("Cannot find the drive of %s, so its"
                                                                + " speed cannot be limited")
                                                        .formatted(directory)));
        return Files.readString(disk.resolve("dev")).strip();
    }

    /**
     * Returns the kernel's read-ahead limit in KiB ({@code read_ahead_kb}). Empty if it is unknown.
     */
    public static OptionalInt readAheadKib(Path directory) throws IOException {
        Optional<Path> disk = below(directory);
        if (disk.isEmpty()) return OptionalInt.empty();
        try {
            String text = Files.readString(disk.get().resolve("queue/read_ahead_kb"));
            return OptionalInt.of(Integer.parseInt(text.strip()));
        } catch (NoSuchFileException e) {
            return OptionalInt.empty();
        }
    }

    /**
     * Returns its name in the kernel, such as {@code nvme0n1}. Empty if it is unknown.
     *
     * @param path a file or directory on the drive, or its block device
     */
    public static Optional<String> name(Path path) throws IOException {
        Optional<Path> disk = below(path);
        if (disk.isEmpty()) return Optional.empty();
        return Optional.of(String.valueOf(disk.get().toRealPath().getFileName()));
    }

    /** Returns the drive's directory below {@code /sys}. */
    private static Optional<Path> below(Path directory) throws IOException {
        Optional<Path> stat = LogDevice.of(directory).map(LogDevice::stat);
        if (stat.isEmpty()) return Optional.empty();
        Path block = stat.get().toRealPath().resolveSibling("");
        boolean isPartition = Files.exists(block.resolve("partition"));
        return Optional.of(isPartition ? block.resolve("..") : block);
    }
}
