// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ControlGroup.Resource;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A control group with a limit of requests to a drive. With version 1 of control groups what the
 * page cache writes later counts for nobody, and is not limited.
 */
final class DriveGroup implements AutoCloseable {
    private final ControlGroup group;

    private DriveGroup(ControlGroup group) {
        this.group = group;
    }

    /**
     * Makes a group, or takes over the one of the same name that was left: its processes are
     * killed.
     *
     * @param disk the numbers of a whole drive
     * @param iops requests a second, above 0: so many reads, and so many writes
     * @throws dev.firesteel.lab.ControlGroupException if there are no such groups, or no right to
     *     make one
     */
    static DriveGroup make(Path root, String name, String disk, int iops) throws IOException {
        DriveGroup made = new DriveGroup(ControlGroup.make(root, Resource.IO, name));
        if (made.group.isUnified())
            made.group.write("io.max", "%s riops=%d wiops=%d".formatted(disk, iops, iops));
        else {
            String limit = disk + " " + iops;
            made.group.write("blkio.throttle.read_iops_device", limit);
            made.group.write("blkio.throttle.write_iops_device", limit);
        }
        return made;
    }

    /** A process is in the group once it has written its number here. */
    Path processes() {
        return group.processes();
    }

    @Override
    public void close() throws IOException {
        group.close();
    }
}
