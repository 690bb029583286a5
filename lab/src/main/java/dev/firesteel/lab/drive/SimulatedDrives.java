// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.lab.ChildProgram;
import dev.firesteel.lab.JsonLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Drives that share one power supply. While it is on, they are block devices of this machine, or
 * directories of it.
 *
 * <p>A cut takes four steps. {@link #cut} ends all answers. Then the processes that use the drives
 * are killed, which takes effect only once none of their threads waits for a drive. Then {@link
 * #powerOff} fails waiting requests. Last comes {@link #close}.
 */
public final class SimulatedDrives implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 60;

    private static final long LEAST_HEAP = 256L << 20;

    /** The cache of a drive, and half of it for garbage collection. */
    private static final long CACHE_BYTES = 48L << 20;

    /** 4 KiB of a flash drive with its spare need 20 bytes or less. */
    private static final long MAPPED_BYTES_A_BYTE = 200;

    /** The part of a drive's time that this machine's own may be. */
    private static final double MOST_OVERHEAD = 0.5;

    private static final int NANOS_PER_MICRO = 1_000;

    private static final List<String> TOOLS = List.of("losetup", "mount", "umount", "mkfs.ext4");

    private final Path directory;
    private final Process process;
    private final BufferedReader output;
    private final Path errors;
    private final Map<String, Path> devices = new HashMap<>();
    private final Map<String, Path> mountPoints = new HashMap<>();
    private final Map<String, DriveModel> models = new HashMap<>();

    private SimulatedDrives(Path directory, Process process, Path errors) {
        this.directory = directory;
        this.process = process;
        this.output = process.inputReader();
        this.errors = errors;
    }

    /**
     * Checks that drives are supported here.
     *
     * @throws IOException if not; the message names what is missing
     */
    public static void requireSupported() throws IOException {
        if (!Files.exists(Path.of("/dev/fuse")) || !Files.exists(Path.of("/dev/loop-control")))
            throw new IOException(
                    "A simulated drive needs Linux with FUSE and loop devices, and there is no /dev/fuse"
                            + " or no /dev/loop-control here");
        if (!Integer.valueOf(0)
                .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid", new LinkOption[0])))
            throw new IOException(
                    "A simulated drive needs root, to mount file systems and to set up loop devices: run"
                            + " it with sudo");
        for (String tool : TOOLS)
            if (!ShellCommand.exists(tool))
                throw new IOException(
                        "A simulated drive needs "
                                + tool
                                + " (of util-linux or e2fsprogs): install it");
    }

    /** Removes the attachments of a killed campaign below a directory. */
    public static void clear(Path directory) throws IOException, InterruptedException {
        MountTable.below(directory).clear();
    }

    /** Makes an ext4 file system in an image. */
    public static void makeFileSystem(DriveSettings drive)
            throws IOException, InterruptedException {
        ShellCommand.run("mkfs.ext4", "-q", "-F", "-b", "4096", drive.image());
    }

    /**
     * Turns the power on.
     *
     * @param directory where the drives' files are mounted, absolute
     */
    public static SimulatedDrives powerOn(Path directory, List<DriveSettings> drives)
            throws IOException, InterruptedException {
        return powerOn(directory, drives, List.of());
    }

    /**
     * Mounts drives that are given files, and not blocks. They cannot be cut or stalled. Data of
     * files that are still open when they are turned off may be lost.
     *
     * @param directory the directory of their mount points, absolute
     */
    public static SimulatedDrives powerOnFiles(Path directory, List<FileDriveSettings> drives)
            throws IOException, InterruptedException {
        for (FileDriveSettings drive : drives) {
            Files.createDirectories(Path.of(drive.directory()));
            Files.createDirectories(Path.of(drive.mountPoint()));
        }
        return powerOn(directory, List.of(), drives);
    }

    private static SimulatedDrives powerOn(
            Path directory, List<DriveSettings> drives, List<FileDriveSettings> fileDrives)
            throws IOException, InterruptedException {
        Path mountPoint = Files.createDirectories(directory.resolve(MountTable.DRIVES));
        Path settings = directory.resolve("drives.json");
        Files.writeString(
                settings,
                JsonLine.of(new DriveRunSettings(mountPoint.toString(), drives, fileDrives)));
        Path errors = directory.resolve("drives.log");
        Process process = start(settings, heap(drives, fileDrives), errors);
        SimulatedDrives bay = new SimulatedDrives(directory, process, errors);
        try {
            bay.await(DriveProcess.READY);
            for (DriveSettings drive : drives) bay.attach(mountPoint, drive);
            for (FileDriveSettings drive : fileDrives) {
                bay.mountPoints.put(drive.name(), Path.of(drive.mountPoint()));
                bay.models.put(drive.name(), drive.model());
                cacheAsMuchAsOthers(Path.of(drive.mountPoint()));
            }
            return bay;
        } catch (IOException | InterruptedException e) {
            bay.close();
            throw e;
        }
    }

    /** Returns the heap of the drives' process in bytes: caches, requests, and flash mappings. */
    private static long heap(List<DriveSettings> drives, List<FileDriveSettings> fileDrives)
            throws IOException {
        long bytes = LEAST_HEAP;
        for (FileDriveSettings drive : fileDrives)
            bytes += CACHE_BYTES + drive.bytes() / MAPPED_BYTES_A_BYTE;
        for (DriveSettings drive : drives)
            if (drive.model() != null)
                bytes += CACHE_BYTES + Files.size(Path.of(drive.image())) / MAPPED_BYTES_A_BYTE;
        return bytes;
    }

    private static Process start(Path settings, long heap, Path errors) throws IOException {
        return ChildProgram.of(DriveProcess.class, Long.toString(heap), settings.toString())
                .redirectError(errors.toFile())
                .start();
    }

    /** Lets the kernel hold as much unwritten data as for a drive that is no FUSE server. */
    private static void cacheAsMuchAsOthers(Path mountPoint) throws IOException {
        long device = (long) Files.getAttribute(mountPoint, "unix:dev");
        long minor = (device & 0xFF) | (device >> 12 & ~0xFFL);
        Path limits = Path.of("/sys/class/bdi", (device >> 8 & 0xFFF) + ":" + minor);
        Files.writeString(limits.resolve("max_ratio"), "100");
        Path strict = limits.resolve("strict_limit");
        if (Files.exists(strict)) Files.writeString(strict, "0");
    }

    private void attach(Path mountPoint, DriveSettings drive)
            throws IOException, InterruptedException {
        String device =
                ShellCommand.run(
                        "losetup",
                        "--find",
                        "--show",
                        "--direct-io=on",
                        "--sector-size",
                        Integer.toString(drive.sectorBytes()),
                        mountPoint.resolve(drive.name()).toString());
        devices.put(drive.name(), Path.of(device));
        if (drive.model() != null) models.put(drive.name(), drive.model());
    }

    /** Returns the id of the drives' process, for {@code kill}: without it no drive answers. */
    public long pid() {
        return process.pid();
    }

    /** Returns the block device of a drive. */
    public Path device(String name) {
        Path device = devices.get(name);
        if (device == null) throw new IllegalArgumentException("There is no drive " + name);
        return device;
    }

    /**
     * Mounts the file system of a drive. Drives with a model are told which blocks become free.
     *
     * @param mountPoint in the directory of the bay
     */
    public void mount(String name, Path mountPoint) throws IOException, InterruptedException {
        Files.createDirectories(mountPoint);
        ShellCommand.run(
                "mount",
                "-o",
                "noatime" + (models.containsKey(name) ? ",discard" : ""),
                device(name).toString(),
                mountPoint.toString());
    }

    /** Cuts the power. On return no request is answered any more, and the losses are decided. */
    public synchronized CutReport cut(long seed) throws IOException, InterruptedException {
        command(DriveProcess.CUT + seed);
        return JsonLine.read(await(DriveProcess.CUT), CutReport.class);
    }

    /** Answers no request for this time, or until a cut. Returns once that has begun. */
    public synchronized void stall(Duration time) throws IOException, InterruptedException {
        command(DriveProcess.STALL + time.toMillis());
        await(DriveProcess.STALL);
    }

    /**
     * Makes the drives as slow as their models, from now on.
     *
     * @return the median time that this machine takes for a read, before the model's time
     * @throws IOException if that is more than half of what a drive takes for a read of a page
     */
    public synchronized Duration startClocks() throws IOException, InterruptedException {
        Duration slowest = Duration.ZERO;
        for (var each : models.entrySet()) {
            DriveModel model = each.getValue();
            Path mountPoint = mountPoints.get(each.getKey());
            Duration overhead =
                    mountPoint == null
                            ? ReadProbe.median(device(each.getKey()))
                            : ReadProbe.medianIn(mountPoint);
            if (overhead.compareTo(slowest) > 0) slowest = overhead;
            if (overhead.toNanos() > MOST_OVERHEAD * model.readNanos())
                throw new IOException(
                        "this machine takes %,d us to pass a request on, and %s takes %,.0f us to read a page: make it slower, with dilation=%.0f"
                                .formatted(
                                        overhead.toNanos() / NANOS_PER_MICRO,
                                        model,
                                        model.readNanos() / NANOS_PER_MICRO,
                                        Math.ceil(
                                                overhead.toNanos()
                                                        * model.dilation()
                                                        / MOST_OVERHEAD
                                                        / model.readNanos())));
        }
        startClocksUnchecked();
        return slowest;
    }

    /** Makes the drives as slow as their models, from now on, however slow this machine is. */
    synchronized void startClocksUnchecked() throws IOException, InterruptedException {
        command(DriveProcess.START);
        await(DriveProcess.START);
    }

    /** Returns what the drives with a model have measured since {@link #startClocks}. */
    public synchronized LiveReport report() throws IOException, InterruptedException {
        command(DriveProcess.REPORT.strip());
        return JsonLine.read(await(DriveProcess.REPORT), LiveReport.class);
    }

    private void command(String line) throws IOException {
        try {
            Writer commands = process.outputWriter();
            commands.write(line + "\n");
            commands.flush();
        } catch (IOException e) {
            throw failed();
        }
    }

    private IOException failed() throws IOException {
        return new IOException("The drives' process failed: " + Files.readString(errors).strip());
    }

    /** Kills the drives' process: waiting and later requests fail. */
    public void powerOff() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /**
     * Writes back all data, however long the drives take, then unmounts, detaches and turns the
     * power off: all writes are stable.
     */
    public void shutDown() throws IOException, InterruptedException {
        try {
            MountTable.below(directory).sync();
            MountTable.below(directory).clear();
        } finally {
            close();
        }
    }

    /** Turns the power off, then unmounts and detaches. Writes that were not stable are lost. */
    @Override
    public void close() throws IOException, InterruptedException {
        powerOff();
        MountTable.below(directory).clear();
    }

    /** Returns the rest of the next line, which must start with the given word. */
    private String await(String word) throws IOException, InterruptedException {
        try {
            String line =
                    CompletableFuture.supplyAsync(this::readLine)
                            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (line.startsWith(word)) return line.substring(word.length());
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("The drives' process does not answer: " + e, e);
        }
        throw failed();
    }

    private String readLine() {
        try {
            String line = output.readLine();
            return line == null ? "" : line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
