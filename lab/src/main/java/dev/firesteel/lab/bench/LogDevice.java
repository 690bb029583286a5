// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The block device that holds a file, or that is the file. File systems in memory, over a network,
 * or on several devices have none with counters.
 *
 * @param name such as {@code nvme0n1p2}
 * @param stat the file of the kernel's counters
 */
public record LogDevice(String name, Path stat) {
    private static final int TYPE_MASK = 0xF000;
    private static final int BLOCK_DEVICE = 0x6000;

    /** Returns the device of a file, a directory, or a block device. */
    public static Optional<LogDevice> of(Path path) throws IOException {
        Path real = path.toRealPath();
        int mode = (int) Files.getAttribute(real, "unix:mode", new LinkOption[0]);
        boolean isDevice = (mode & TYPE_MASK) == BLOCK_DEVICE;
        long number = (long) Files.getAttribute(real, isDevice ? "unix:rdev" : "unix:dev");
        return of(Path.of("/sys/dev/block"), number);
    }

    static Optional<LogDevice> of(Path devices, long number) throws IOException {
        Path device = devices.resolve(major(number) + ":" + minor(number));
        Path stat = device.resolve("stat");
        if (!Files.exists(stat)) return Optional.empty();
        return Optional.of(new LogDevice(device.toRealPath().getFileName().toString(), stat));
    }

    /** Unpacks as the C library does: the lower 8 and 12 bits, with the upper ones elsewhere. */
    static long major(long number) {
        return ((number >>> 8) & 0xFFF) | ((number >>> 32) & ~0xFFFL);
    }

    static long minor(long number) {
        return (number & 0xFF) | ((number >>> 12) & 0xFFFFFF00L);
    }

    DeviceCounters counters() throws IOException {
        return DeviceCounters.parse(Files.readString(stat));
    }
}
