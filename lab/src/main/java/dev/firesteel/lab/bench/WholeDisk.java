// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The drive below a directory: requests are limited of drives, and not of their partitions, and
 * read ahead of them.
 */
public final class WholeDisk {
    private WholeDisk() {}

    /**
     * Its numbers, as {@code 259:0}.
     *
     * @throws BenchException if it is not known
     */
    static String numbers(Path directory) throws IOException {
        Path disk =
                below(directory)
                        .orElseThrow(
                                () ->
                                        new BenchException(
                                                "What drive %s is on cannot be told, so it cannot be made slow"
                                                        .formatted(directory)));
        return Files.readString(disk.resolve("dev")).strip();
    }

    /**
     * Up to how many KiB the kernel reads that nobody has asked for yet ({@code read_ahead_kb}).
     * Empty if that is not known.
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

    /** Where the kernel shows it. */
    private static Optional<Path> below(Path directory) throws IOException {
        Optional<Path> stat = LogDevice.of(directory).map(LogDevice::stat);
        if (stat.isEmpty()) return Optional.empty();
        Path block = stat.get().toRealPath().resolveSibling("");
        boolean isPartition = Files.exists(block.resolve("partition"));
        return Optional.of(isPartition ? block.resolve("..") : block);
    }
}
