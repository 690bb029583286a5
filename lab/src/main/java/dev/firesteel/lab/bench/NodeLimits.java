// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ControlGroup.Resource;
import dev.firesteel.lab.MemoryGroup;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Limits of a node's memory and of its requests a second to its drive. */
public final class NodeLimits implements AutoCloseable {
    private final MemoryGroup memory;
    private final @Nullable DriveGroup drive;

    private NodeLimits(MemoryGroup memory, @Nullable DriveGroup drive) {
        this.memory = memory;
        this.drive = drive;
    }

    /**
     * Makes the limits. Those of the same name left by an earlier run are reused, and their
     * processes are killed.
     *
     * @param name of the control groups, unique on the machine
     * @param bytes total memory, the page cache included, above 0
     * @param directory a directory on the drive to limit
     * @param iops the limit a second, of reads and of writes each; 0 for no limit
     * @throws dev.firesteel.lab.ControlGroupException if there are no such groups, or no permission
     *     to make one
     * @throws BenchException if the drive cannot be identified
     */
    public static NodeLimits make(String name, long bytes, Path directory, int iops)
            throws IOException {
        MemoryGroup memory = MemoryGroup.make(ControlGroup.ROOT, name, bytes);
        if (iops == 0) return new NodeLimits(memory, null);
        try {
            // With version 2 both use one group: a process can be in only one.
            return new NodeLimits(
                    memory,
                    DriveGroup.make(ControlGroup.ROOT, name, WholeDisk.numbers(directory), iops));
        } catch (IOException e) {
            memory.close();
            throw e;
        }
    }

    /** Kills the processes of a killed program's groups, and removes the groups. */
    public static void removeLeft(String name) throws IOException {
        for (Resource each : new Resource[] {Resource.MEMORY, Resource.IO})
            ControlGroup.removeAll(ControlGroup.ROOT, each, name);
    }

    /** Makes a node start with the limits. */
    public void addTo(NodeSettings node) {
        node.controlGroup(memory.processes());
        if (drive != null) node.controlGroup(drive.processes());
    }

    /** Returns the memory limit. */
    public MemoryGroup memory() {
        return memory;
    }

    /** Removes the limits, once the node has ended. */
    @Override
    public void close() throws IOException {
        try (MemoryGroup first = memory) {
            if (drive != null) drive.close();
        }
    }
}
