// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import dev.firesteel.journal.BlankCheck;
import dev.firesteel.journal.BlockDevice;
import dev.firesteel.journal.DeviceRefusedException;
import dev.firesteel.journal.DirectBlockDevice;
import dev.firesteel.operations.doctor.Trial.Direct;
import dev.firesteel.operations.doctor.Trial.Flushes;
import dev.firesteel.operations.doctor.Trial.Hint;
import dev.firesteel.operations.home.PathRights;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongSupplier;

/**
 * Tests a temporary file of 1 MiB, or a block device. The file is unlinked before it is measured,
 * so that nothing is left of it in any case.
 */
final class DeviceTrials implements Trials {
    /** The minimum free space for a test. */
    static final long LEAST_SPACE_BYTES = 16 << 20;

    private static final int[] DEPTHS = {1, 4, DurableWrites.MAX_DEPTH};
    private static final int WRITES_PER_DEPTH = 5000;
    private static final long NANOS_PER_DEPTH = 550_000_000;
    private static final int WARM_UP_WRITES = 200;
    private static final long WARM_UP_NANOS = 200_000_000;

    private final LongSupplier nanoClock;

    DeviceTrials(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    @Override
    public Trial of(Place place, Optional<Drive> drive, boolean write) {
        return place.isRaw() ? device(place, drive, write) : file(place, drive);
    }

    /** Returns the result for a mounted device, which nothing may write to. */
    static Trial ofMounted(Mount mount) {
        return notTried(
                Level.NOTE,
                "not measured: the device is mounted as " + mount.point(),
                "Check that directory instead.");
    }

    private Trial file(Place place, Optional<Drive> drive) {
        Path directory = place.directory();
        if (!place.access().directoryWritable())
            return notTried(
                    Level.NOTE,
                    "not measured: no file can be made in " + directory,
                    "Run this as the user that runs Cassandra, on a directory of that user.");
        if (place.space().usableBytes() < LEAST_SPACE_BYTES)
            return notTried(
                    Level.NOTE,
                    "not measured: the file system is nearly full",
                    "Free some space, then check again.");
        if (!isBeside(place.path(), directory))
            return notTried(
                    Level.NOTE,
                    "not measured: the file is a mount of its own, and a file beside it would be"
                            + " on another file system",
                    "Check a directory of the file system that it comes from.");
        Path file = directory.resolve(".firesteel-doctor-" + ProcessHandle.current().pid());
        try {
            return PathRights.call(file, () -> made(file, drive));
        } catch (FileSystemException e) {
            return notTried(Level.PROBLEM, "no file can be made in " + directory + why(e), "");
        } catch (IOException e) {
            return notTried(
                    Level.NOTE,
                    "not measured: " + e.getMessage(),
                    "Run this as the user that runs Cassandra, on a directory of that user.");
        }
    }

    private Trial made(Path file, Optional<Drive> drive) throws IOException {
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            return file(file, drive);
        } finally {
            remove(file);
        }
    }

    private static boolean isBeside(Path path, Path directory) {
        try {
            return Files.getFileStore(path).equals(Files.getFileStore(directory));
        } catch (IOException e) {
            return false;
        }
    }

    private Trial file(Path file, Optional<Drive> drive) {
        Direct direct = Direct.NOT_TRIED;
        Hint hint = new Hint(true, WriteHintProbe.refusal(file));
        try (DirectBlockDevice device = DirectBlockDevice.open(file)) {
            ByteBuffer content = DurableWrites.buffer();
            for (Random bytes = new Random(1); content.hasRemaining(); )
                content.putLong(bytes.nextLong());
            device.write(0, content.flip());
            direct = isCached(file) ? Direct.CACHED : Direct.HONOURED;
            remove(file);
            return measured(direct, hint, device, content, drive);
        } catch (DeviceRefusedException e) {
            return Trial.skipped(Direct.REFUSED, hint, Level.NOTE, refused(e), "");
        } catch (IOException e) {
            return failed(direct, hint, e);
        }
    }

    /** Returns whether writes have left the file in the page cache; it has never been read. */
    private static boolean isCached(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, DurableWrites.REGION_BYTES)
                    .isLoaded();
        }
    }

    private Trial device(Place place, Optional<Drive> drive, boolean write) {
        Hint hint = Hint.NOT_TRIED;
        try (DirectBlockDevice device = DirectBlockDevice.openForReading(place.path())) {
            hint = new Hint(true, WriteHintProbe.refusal(place.path()));
            if (device.sizeBytes() < DurableWrites.REGION_BYTES)
                return Trial.skipped(
                        Direct.TAKEN, hint, Level.NOTE, "not measured: it has less than 1MiB", "");
            long written = BlankCheck.firstNonZero(device);
            if (written >= 0 && !write) return notBlank(hint, written);
        } catch (DeviceRefusedException e) {
            return refused(place, e);
        } catch (IOException e) {
            return failed(Direct.TAKEN, hint, e);
        }
        return overwritten(place, drive, hint);
    }

    private static Trial notBlank(Hint hint, long written) {
        return Trial.skipped(
                Direct.TAKEN,
                hint,
                Level.NOTE,
                ("not measured: the device is not blank (byte %d is not zero); nothing was written"
                                + " to it")
                        .formatted(written),
                "Give --write to measure it nevertheless: its first 1MiB is read, and repeatedly"
                        + " written back unchanged. Nothing else may write to it meanwhile.");
    }

    private Trial overwritten(Place place, Optional<Drive> drive, Hint hint) {
        try (DirectBlockDevice device = DirectBlockDevice.open(place.path())) {
            ByteBuffer content = DurableWrites.buffer();
            device.read(0, content);
            return measured(Direct.TAKEN, hint, device, content.flip(), drive);
        } catch (DeviceRefusedException e) {
            return refused(place, e);
        } catch (IOException e) {
            return failed(Direct.TAKEN, hint, e);
        }
    }

    private Trial measured(
            Direct direct, Hint hint, BlockDevice device, ByteBuffer content, Optional<Drive> drive)
            throws IOException {
        DurableWrites writes = new DurableWrites(device, content, nanoClock);
        writes.run(1, WARM_UP_NANOS, WARM_UP_WRITES);
        List<Latency> latencies = new ArrayList<>();
        Flushes flushes = Flushes.UNKNOWN;
        for (int depth : DEPTHS) {
            long before = drive.map(Drive::flushes).orElse(-1L);
            Latency latency = writes.run(depth, NANOS_PER_DEPTH, WRITES_PER_DEPTH);
            long after = drive.map(Drive::flushes).orElse(-1L);
            latencies.add(latency);
            if (depth == 1 && before >= 0)
                flushes = new Flushes(latency.writes(), after - before, after > 0);
        }
        return new Trial(direct, hint, latencies, flushes, null);
    }

    private static Trial refused(Place place, DeviceRefusedException refusal) {
        if (refusal.reason() == DeviceRefusedException.Reason.BUSY)
            return notTried(
                    Level.NOTE,
                    "not measured: " + refusal.getMessage(),
                    "If it is a node's journal, stop the node first; if it is mounted, check the"
                            + " directory instead.");
        if (place.access().readable() && place.access().writable())
            return notTried(
                    Level.PROBLEM,
                    refused(refusal),
                    "The permissions of the device are sufficient: check whether it is mounted,"
                            + " and the kernel's messages (dmesg).");
        return notTried(
                Level.NOTE,
                refused(refusal),
                "Run this as a user who may read and write the device.");
    }

    private static String refused(DeviceRefusedException refusal) {
        return "not measured: " + refusal.getMessage();
    }

    private static Trial failed(Direct direct, Hint hint, IOException failure) {
        return Trial.skipped(
                direct,
                hint,
                Level.PROBLEM,
                "the writes of a journal fail here: " + failure.getMessage(),
                "Check the kernel's messages (dmesg) for the drive's error.");
    }

    private static Trial notTried(Level level, String why, String advice) {
        return Trial.skipped(Direct.NOT_TRIED, Hint.NOT_TRIED, level, why, advice);
    }

    private static String why(IOException failure) {
        String reason =
                failure instanceof FileSystemException named
                        ? named.getReason()
                        : failure.getMessage();
        return reason == null ? "" : ": " + reason;
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It has at most 1 MiB, and its name shows its origin.
        }
    }
}
