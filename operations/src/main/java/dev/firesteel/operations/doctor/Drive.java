// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import dev.firesteel.journal.VolatileStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A block device as described in {@code /sys}: a drive or a partition. The queue is the drive's.
 */
final class Drive {
    private static final int SECTOR_BYTES = 512;

    /**
     * The index of the flush count in {@code stat}, after reads, writes, discards and times; since
     * Linux 5.5.
     */
    private static final int FLUSHES_IN_STAT = 15;

    private final Path node;
    private final Path disk;

    private Drive(Path node, Path disk) {
        this.node = node;
        this.disk = disk;
    }

    /**
     * Returns the device with the number; empty if there is none, as below an in-memory file
     * system.
     */
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

    /** Returns the name of the drive, such as {@code nvme0n1}. */
    String name() {
        return String.valueOf(disk.getFileName());
    }

    /** Returns the name of the partition, or of the drive itself. */
    String nodeName() {
        return String.valueOf(node.getFileName());
    }

    boolean isPartition() {
        return !node.equals(disk);
    }

    long bytes() {
        return number(node.resolve("size"), 0) * SECTOR_BYTES;
    }

    /** Returns the offset of the partition on the drive. */
    long startBytes() {
        return isPartition() ? number(node.resolve("start"), 0) * SECTOR_BYTES : 0;
    }

    /** Returns the kernel's misalignment to the drive's physical blocks; 0 if aligned. */
    long alignmentOffset() {
        return number(node.resolve("alignment_offset"), 0);
    }

    String model() {
        return SystemFiles.text(disk.resolve("device/model")).orElse("");
    }

    /** Returns a setting of the queue; empty if this kernel lacks it. */
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

    /** Returns the number of completed flushes, or -1 if this kernel does not count them. */
    long flushes() {
        String[] numbers = SystemFiles.text(disk.resolve("stat")).orElse("").split("\\s+", -1);
        return numbers.length > FLUSHES_IN_STAT ? parse(numbers[FLUSHES_IN_STAT], -1) : -1;
    }

    /** Returns the file behind a loop device. */
    Optional<String> backingFile() {
        return SystemFiles.text(disk.resolve("loop/backing_file"));
    }

    /** Returns the devices it is composed of, as by LVM, dm-crypt or RAID. */
    List<String> parts() {
        try (Stream<Path> parts = Files.list(disk.resolve("slaves"))) {
            return parts.map(part -> String.valueOf(part.getFileName())).sorted().toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    boolean isInMemory() {
        return VolatileStorage.isDrive(name());
    }

    /** Returns whether a hypervisor is between the kernel and the hardware. */
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
