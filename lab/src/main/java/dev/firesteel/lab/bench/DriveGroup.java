// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ControlGroup.Resource;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A control group that limits requests to a drive. Version 1 of control groups neither counts nor
 * limits the page cache's later writes.
 */
final class DriveGroup implements AutoCloseable {
    private final ControlGroup group;

    private DriveGroup(ControlGroup group) {
        this.group = group;
    }

    /**
     * Makes a group. A group of the same name left by an earlier run is reused, and its processes
     * are killed.
     *
     * @param disk the device numbers of a whole drive
     * @param iops the limit a second, above 0, of reads and of writes each
     * @throws dev.firesteel.lab.ControlGroupException if there are no such groups, or no permission
     *     to make one
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

    /** Returns the file that a process writes its id to in order to join the group. */
    Path processes() {
        return group.processes();
    }

    @Override
    public void close() throws IOException {
        group.close();
    }
}
