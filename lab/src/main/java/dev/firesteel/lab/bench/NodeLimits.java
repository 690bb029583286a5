// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ControlGroup.Resource;
import dev.firesteel.lab.MemoryGroup;
import dev.firesteel.node.NodeSettings;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How much memory a node may use, and how many requests a second it may send to its drive. */
public final class NodeLimits implements AutoCloseable {
    private final MemoryGroup memory;
    private final @Nullable DriveGroup drive;

    private NodeLimits(MemoryGroup memory, @Nullable DriveGroup drive) {
        this.memory = memory;
        this.drive = drive;
    }

    /**
     * Makes them, or takes over those of the same name that were left: their processes are killed.
     *
     * @param name of control groups: nobody else's
     * @param bytes all the memory there is, the page cache included, above 0
     * @param directory on the drive that is meant
     * @param iops so many reads a second, and so many writes; 0 for as many as the drive can
     * @throws dev.firesteel.lab.ControlGroupException if there are no such groups, or no right to
     *     make one
     * @throws BenchException if it cannot be told what drive it is
     */
    public static NodeLimits make(String name, long bytes, Path directory, int iops)
            throws IOException {
        MemoryGroup memory = MemoryGroup.make(ControlGroup.ROOT, name, bytes);
        if (iops == 0) return new NodeLimits(memory, null);
        try {
            // With version 2 that is the group which limits memory: a process is in one alone.
            return new NodeLimits(
                    memory,
                    DriveGroup.make(ControlGroup.ROOT, name, WholeDisk.numbers(directory), iops));
        } catch (IOException e) {
            memory.close();
            throw e;
        }
    }

    /** Removes those of a program that was killed, their processes first. */
    public static void removeLeft(String name) throws IOException {
        for (Resource each : new Resource[] {Resource.MEMORY, Resource.IO})
            ControlGroup.removeAll(ControlGroup.ROOT, each, name);
    }

    /** Has a node start with them. */
    public void addTo(NodeSettings node) {
        node.controlGroup(memory.processes());
        if (drive != null) node.controlGroup(drive.processes());
    }

    /** Of memory. */
    public MemoryGroup memory() {
        return memory;
    }

    /** Removes them, the node having ended. */
    @Override
    public void close() throws IOException {
        try (MemoryGroup first = memory) {
            if (drive != null) drive.close();
        }
    }
}
