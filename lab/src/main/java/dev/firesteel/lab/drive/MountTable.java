// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.drive;

import dev.firesteel.lab.fuse.FuseConnection;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Mounted file systems and loop devices of drives in a directory. They are read from the kernel
 * rather than recorded, so that remains of a killed campaign are found, too.
 *
 * <p>Includes only attachments of {@link SimulatedDrives}: their files, loop devices over these,
 * and file systems on such devices. The directory may be a mount point of its user, or contain
 * other mounts of theirs.
 *
 * @param directory without symbolic links, as in the kernel's tables
 */
record MountTable(Path directory) {
    private static final Path MOUNTS = Path.of("/proc/self/mounts");
    private static final Path BLOCK_DEVICES = Path.of("/sys/block");
    private static final String BACKING_FILE = "loop/backing_file";
    private static final String LOOP = "/dev/loop";
    private static final String FUSE = "fuse";

    /** The directory of drives' files. */
    static final String DRIVES = "drives";

    /** Returns the attachments in a directory, which may not exist. */
    static MountTable below(Path directory) throws IOException {
        return new MountTable(
                Files.exists(directory) ? directory.toRealPath() : directory.toAbsolutePath());
    }

    private record Mount(Path path, String type) {}

    /**
     * Unmounts and detaches everything. A file system on a drive whose process has ended is
     * unmounted at once. Its unwritten data is lost, as intended.
     */
    void clear() throws IOException, InterruptedException {
        for (Mount mount : mounts()) if (!mount.type.equals(FUSE)) unmount(mount.path);
        for (Path device : loopDevices())
            ShellCommand.run("losetup", "--detach", device.toString());
        for (Mount mount : mounts()) unmount(mount.path);
    }

    /** Writes back the data of all files on drives. */
    void sync() throws IOException, InterruptedException {
        for (Mount mount : mounts())
            if (!mount.path.equals(directory.resolve(DRIVES))) {
                Process sync = new ProcessBuilder("sync", "-f", mount.path.toString()).start();
                if (sync.waitFor() != 0)
                    throw new IOException("the data of " + mount.path + " was not written back");
            }
    }

    boolean isEmpty() throws IOException {
        return mounts().isEmpty() && loopDevices().isEmpty();
    }

    /** Unmounts, lazily if need be: a process just killed may still hold the file system. */
    private static void unmount(Path path) throws IOException, InterruptedException {
        try {
            ShellCommand.run("umount", path.toString());
        } catch (IOException e) {
            ShellCommand.run("umount", "--lazy", path.toString());
        }
    }

    /** Returns the mounts, the last one first. */
    private List<Mount> mounts() throws IOException {
        List<Mount> mounts = new ArrayList<>();
        for (String line : Files.readAllLines(MOUNTS)) {
            String[] words = line.split(" ", -1);
            Path path = Path.of(words[1].replace("\\040", " "));
            if (isOurs(words[0], path)) mounts.add(new Mount(path, words[2]));
        }
        Collections.reverse(mounts);
        return mounts;
    }

    private boolean isOurs(String source, Path mountPoint) {
        if (source.equals(FuseConnection.SOURCE)) return directory.equals(mountPoint.getParent());
        return mountPoint.startsWith(directory)
                && source.startsWith(LOOP)
                && isOver(backingFile(source.substring(LOOP.length())));
    }

    private static Path backingFile(String loop) {
        return BLOCK_DEVICES.resolve("loop" + loop).resolve(BACKING_FILE);
    }

    private List<Path> loopDevices() throws IOException {
        List<Path> devices = new ArrayList<>();
        try (DirectoryStream<Path> loops = Files.newDirectoryStream(BLOCK_DEVICES, "loop*")) {
            for (Path loop : loops)
                if (isOver(loop.resolve(BACKING_FILE)))
                    devices.add(Path.of("/dev").resolve(loop.getFileName()));
        }
        return devices;
    }

    private boolean isOver(Path backingFile) {
        try {
            return Path.of(Files.readString(backingFile).strip())
                    .startsWith(directory.resolve(DRIVES));
        } catch (IOException e) {
            return false; // it has no file, or no longer
        }
    }
}
