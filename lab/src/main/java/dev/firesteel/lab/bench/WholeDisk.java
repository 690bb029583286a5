// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The drive below a directory: requests are limited of drives, and not of their partitions. */
final class WholeDisk {
    private WholeDisk() {}

    /**
     * Its numbers, as {@code 259:0}.
     *
     * @throws BenchException if it is not known
     */
    static String numbers(Path directory) throws IOException {
        Path block =
                LogDevice.of(directory)
                        .map(LogDevice::stat)
                        .orElseThrow(
                                () ->
                                        new BenchException(
                                                "What drive %s is on cannot be told, so it cannot be made slow"
                                                        .formatted(directory)))
                        .toRealPath()
                        .resolveSibling("");
        Path disk = Files.exists(block.resolve("partition")) ? block.resolve("..") : block;
        return Files.readString(disk.resolve("dev")).strip();
    }
}
