// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A block device as the kernel describes it below {@code /sys}: a drive, or a partition of one. The
 * queue is the drive's.
 */
final class Drive {
    private static final int SECTOR_BYTES = 512;

    /** Since Linux 5.5; those before it are reads, writes, discards, and times. */
    private static final int FLUSHES_IN_STAT = 15;

    private final Path node;
    private final Path disk;

    private Drive(Path node, Path disk) {
        this.node = node;
        this.disk = disk;
    }

    /** The one of this number; empty if there is none, as below a file system in memory. */
    static Optional<Drive> of(SystemFiles system, String number) {
        try {
            Path node = system.path("sys/dev/block").resolve(number).toRealPath();
            return Optional.of(new Drive(node, diskOf(node)));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Path diskOf(Path node) {
        Path parent = node.getParent();
        return parent != null && Files.exists(node.resolve("partition")) ? parent : node;
    }

    /** That of the drive, such as {@code nvme0n1}. */
    String name() {
        return String.valueOf(disk.getFileName());
    }

    /** That of the partition, or of the drive if it is one. */
    String nodeName() {
        return String.valueOf(node.getFileName());
    }

    boolean isPartition() {
        return !node.equals(disk);
    }

    long bytes() {
        return number(node.resolve("size"), 0) * SECTOR_BYTES;
    }

    /** Where the partition begins on the drive. */
    long startBytes() {
        return isPartition() ? number(node.resolve("start"), 0) * SECTOR_BYTES : 0;
    }

    /** By how much it misses the drive's physical blocks, as the kernel reckons; 0 if not. */
    long alignmentOffset() {
        return number(node.resolve("alignment_offset"), 0);
    }

    String model() {
        return SystemFiles.text(disk.resolve("device/model")).orElse("");
    }

    /** A setting of the queue; empty if this kernel has none of that name. */
    String queue(String name) {
        return SystemFiles.text(disk.resolve("queue").resolve(name)).orElse("");
    }

    long queueNumber(String name, long otherwise) {
        return number(disk.resolve("queue").resolve(name), otherwise);
    }

    boolean isCacheVolatile() {
        return queue("write_cache").equals("write back");
    }

    boolean hasFua() {
        return queueNumber("fua", 0) == 1;
    }

    /** How many flushes it has answered since it is there, or -1 if this kernel does not count. */
    long flushes() {
        String[] numbers = SystemFiles.text(disk.resolve("stat")).orElse("").split("\\s+", -1);
        return numbers.length > FLUSHES_IN_STAT ? parse(numbers[FLUSHES_IN_STAT], -1) : -1;
    }

    /** The file behind a loop device. */
    Optional<String> backingFile() {
        return SystemFiles.text(disk.resolve("loop/backing_file"));
    }

    /** What it is put together from, as by LVM, dm-crypt or RAID. */
    List<String> parts() {
        try (Stream<Path> parts = Files.list(disk.resolve("slaves"))) {
            return parts.map(part -> String.valueOf(part.getFileName())).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    boolean isInMemory() {
        return name().startsWith("zram") || name().matches("ram\\d+");
    }

    /** Whether a hypervisor stands between the kernel and the hardware. */
    boolean isVirtual() {
        return name().startsWith("vd") || name().startsWith("xvd");
    }

    private static long number(Path file, long otherwise) {
        return parse(SystemFiles.text(file).orElse(""), otherwise);
    }

    private static long parse(String text, long otherwise) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
