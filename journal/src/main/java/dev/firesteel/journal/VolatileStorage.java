// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Recognises file systems and drives that keep everything in memory. They accept O_DSYNC without
 * effect: a loss of power loses what was acknowledged.
 */
public final class VolatileStorage {
    private static final List<String> FILE_SYSTEMS = List.of("tmpfs", "ramfs", "hugetlbfs");
    private static final int FILE_TYPE_MASK = 0xF000;
    private static final int BLOCK_DEVICE_TYPE = 0x6000;

    private VolatileStorage() {}

    /** Returns whether a file system of the type, such as {@code tmpfs}, is in memory. */
    public static boolean isFileSystem(String type) {
        return FILE_SYSTEMS.contains(type);
    }

    /** Returns whether a drive with the kernel's name, such as {@code zram0}, is in memory. */
    public static boolean isDrive(String name) {
        return name.startsWith("zram") || name.matches("ram\\d+");
    }

    /**
     * Returns what keeps a journal in memory, in words; empty if it is on a drive, or if that is
     * unknown.
     *
     * @param journal an existing or future file, or a block device
     */
    public static Optional<String> of(Path journal) {
        return of(journal, Path.of("/"));
    }

    /**
     * @param root where {@code proc} and {@code sys} are
     */
    static Optional<String> of(Path journal, Path root) {
        try {
            Path place = existing(journal.toAbsolutePath().normalize());
            int mode = (int) Files.getAttribute(place, "unix:mode", new LinkOption[0]);
            boolean isRaw = (mode & FILE_TYPE_MASK) == BLOCK_DEVICE_TYPE;
            String attribute = isRaw ? "unix:rdev" : "unix:dev";
            String number = number((long) Files.getAttribute(place, attribute, new LinkOption[0]));
            Optional<String> type = isRaw ? Optional.empty() : fileSystem(number, root);
            return type.filter(VolatileStorage::isFileSystem)
                    .or(() -> drive(number, root).filter(VolatileStorage::isDrive));
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // opening it reports the reason
        }
    }

    /** Returns the path, or the nearest directory above it that exists. */
    private static Path existing(Path path) {
        Path place = path;
        for (Path next = place; next != null && !Files.exists(place); next = next.getParent())
            place = next;
        return place;
    }

    /** Returns a device number as the kernel writes it: {@code 259:1}. */
    private static String number(long device) {
        long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
        long minor = (device & 0xff) | (device >> 12 & ~0xffL);
        return major + ":" + minor;
    }

    private static Optional<String> fileSystem(String number, Path root) {
        try (Stream<String> mounts = Files.lines(root.resolve("proc/self/mountinfo"))) {
            return mounts.map(line -> List.of(line.split(" ", -1)))
                    .filter(fields -> fields.size() > 2 && fields.get(2).equals(number))
                    .filter(fields -> fields.indexOf("-") < fields.size() - 1)
                    .map(fields -> fields.get(fields.indexOf("-") + 1))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the name of the drive, also for a partition. */
    private static Optional<String> drive(String number, Path root) {
        try {
            Path device = root.resolve("sys/dev/block").resolve(number).toRealPath();
            if (Files.exists(device.resolve("partition")))
                device = device.resolve("..").toRealPath();
            return Optional.of(String.valueOf(device.getFileName()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
