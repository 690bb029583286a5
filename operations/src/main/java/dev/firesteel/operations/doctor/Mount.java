// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.operations.doctor;

import dev.firesteel.journal.VolatileStorage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A mounted file system.
 *
 * @param point the mount point
 * @param number the device number as the kernel writes it: {@code 259:1}
 * @param type such as {@code ext4}
 * @param options the options of the mount and of the file system
 */
record Mount(Path point, String number, String type, List<String> options) {
    private static final List<String> REMOTE =
            List.of("nfs", "nfs4", "cifs", "smb3", "ceph", "9p", "glusterfs", "virtiofs");

    Mount {
        options = List.copyOf(options);
    }

    /**
     * Returns the mount of a path without links. Of two at one point, the later hides the earlier.
     */
    static Optional<Mount> of(SystemFiles system, Path path) {
        Mount best = null;
        for (String line : system.lines("proc/self/mountinfo")) {
            Optional<Mount> mount = parse(line);
            if (mount.isEmpty() || !path.startsWith(mount.get().point)) continue;
            if (best == null || mount.get().point.getNameCount() >= best.point.getNameCount())
                best = mount.get();
        }
        return Optional.ofNullable(best);
    }

    /** Returns a mount of the device. */
    static Optional<Mount> ofDevice(SystemFiles system, String number) {
        return system.lines("proc/self/mountinfo").stream()
                .flatMap(line -> parse(line).stream())
                .filter(mount -> mount.number.equals(number))
                .findFirst();
    }

    private static Optional<Mount> parse(String line) {
        String[] fields = line.split(" ");
        int dash = List.of(fields).indexOf("-");
        if (dash < 6 || fields.length < dash + 4) return Optional.empty();
        List<String> options =
                Arrays.stream(new String[] {fields[5], fields[dash + 3]})
                        .flatMap(list -> Arrays.stream(list.split(",")))
                        .toList();
        return Optional.of(
                new Mount(Path.of(unescaped(fields[4])), fields[2], fields[dash + 1], options));
    }

    private static String unescaped(String text) {
        return text.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }

    boolean isInMemory() {
        return VolatileStorage.isFileSystem(type);
    }

    boolean isRemote() {
        return REMOTE.contains(type) || type.startsWith("fuse");
    }

    /** Returns whether it is mounted without flushes to the drive. */
    boolean hasNoBarrier() {
        return options.contains("nobarrier") || options.contains("barrier=0");
    }
}
