// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.wear;

import dev.firesteel.lab.bench.WholeDisk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A drive of this machine. Reads NVMe log pages with {@code nvme} of nvme-cli, and ATA attributes
 * with {@code smartctl} of smartmontools.
 */
public final class RealDrive {
    private static final int SECTOR_BYTES = 512;
    private static final int SECTORS_WRITTEN = 6;

    private final Path sys;
    private final String name;
    private final Tool tool;

    /**
     * Creates a drive.
     *
     * @param sys the directory {@code /sys}
     * @param name its name there, such as {@code nvme0n1}
     */
    RealDrive(Path sys, String name, Tool tool) {
        this.sys = sys;
        this.name = name;
        this.tool = tool;
    }

    /**
     * Finds a drive, also below device mapper and RAID if it is the only one there.
     *
     * @param path a block device, or a file or directory on it
     * @throws NoCountersException if there is no single drive of this machine behind the path
     */
    public static RealDrive of(Path path) throws IOException {
        if (Files.notExists(path)) throw new NoCountersException("there is no " + path);
        String found =
                WholeDisk.name(path)
                        .orElseThrow(
                                () ->
                                        new NoCountersException(
                                                "no drive is known behind %s: give its block device, such as /dev/nvme0n1"
                                                        .formatted(path)));
        Path sys = Path.of("/sys");
        return new RealDrive(sys, single(sys, found), Tool::ofThisMachine);
    }

    /** Returns the only drive that a device consists of. */
    static String single(Path sys, String name) throws IOException {
        SortedSet<String> drives = new TreeSet<>();
        addParts(sys, name, drives);
        if (drives.size() == 1) return drives.first();
        throw new NoCountersException(
                "/dev/%s consists of %s: give one of them"
                        .formatted(name, String.join(", ", drives)));
    }

    private static void addParts(Path sys, String name, SortedSet<String> drives)
            throws IOException {
        Path device = sys.resolve("class/block").resolve(name).toRealPath();
        Path disk = Files.exists(device.resolve("partition")) ? device.resolve("..") : device;
        Path slaves = device.resolve("slaves");
        List<String> parts = new ArrayList<>();
        if (Files.isDirectory(slaves))
            try (DirectoryStream<Path> all = Files.newDirectoryStream(slaves)) {
                for (Path each : all) parts.add(each.getFileName().toString());
            }
        if (parts.isEmpty()) drives.add(disk.toRealPath().getFileName().toString());
        for (String part : parts) addParts(sys, part, drives);
    }

    /** Returns its name in the kernel, such as {@code nvme0n1}. */
    public String name() {
        return name;
    }

    /**
     * Reads the drive's own counters.
     *
     * @throws NoCountersException if it has none, or they cannot be read
     */
    public DriveCounters counters() throws IOException {
        if (name.startsWith("nvme")) return nvme();
        if (name.startsWith("sd")) return ata();
        throw new NoCountersException(
                "/dev/%s is neither an NVMe nor an ATA drive: no counters are known"
                        .formatted(name));
    }

    /** Returns bytes that the kernel has written to the drive since the machine was started. */
    public long kernelBytes() throws IOException {
        long sum = 0;
        for (Path each : paths())
            sum +=
                    Long.parseLong(
                                    Files.readString(each.resolve("stat"))
                                            .strip()
                                            .split("\\s+", -1)[SECTORS_WRITTEN])
                            * SECTOR_BYTES;
        return sum;
    }

    /** Returns the paths of a multipath drive, whose head had no count before Linux 6.2. */
    private List<Path> paths() throws IOException {
        List<Path> paths = new ArrayList<>();
        Path block = sys.resolve("block");
        String path = name.replaceFirst("^nvme(\\d+)n", "nvme$1c*n");
        if (!path.equals(name))
            try (DirectoryStream<Path> all = Files.newDirectoryStream(block, path)) {
                all.forEach(paths::add);
            }
        return paths.isEmpty() ? List.of(block.resolve(name)) : paths;
    }

    private DriveCounters nvme() throws IOException {
        Tool.Output smart = page("0x02", NvmePages.SMART_BYTES);
        if (smart.exitCode() != 0 || smart.bytes().length < NvmePages.SMART_BYTES)
            throw new NoCountersException(
                    "nvme cannot read the log pages of /dev/%s: %s"
                            .formatted(name, smart.reason()));
        return NvmePages.counters(
                smart.bytes(),
                page("0xc0", NvmePages.OCP_BYTES).ifDone(),
                page("0x22", NvmePages.FDP_BYTES, "--lsi=1").ifDone());
    }

    private Tool.Output page(String id, int bytes, String... options) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "nvme",
                                "get-log",
                                "/dev/" + name,
                                "--log-id=" + id,
                                "--log-len=" + bytes,
                                "--raw-binary"));
        command.addAll(List.of(options));
        return run(command, "nvme-cli");
    }

    private DriveCounters ata() throws IOException {
        return AtaAttributes.counters(
                run(
                                List.of(
                                        "smartctl",
                                        "--json",
                                        "--info",
                                        "--attributes",
                                        "/dev/" + name),
                                "smartmontools")
                        .text());
    }

    private Tool.Output run(List<String> command, String tools) throws IOException {
        Tool.Output output = tool.run(command);
        if (output.exitCode() == Tool.NOT_FOUND)
            throw new NoCountersException(
                    "there is no '%s': install %s".formatted(command.get(0), tools));
        return output;
    }
}
