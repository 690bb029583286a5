// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import dev.firesteel.lab.ControlGroup.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A control group with a limit of memory. What its processes read of files counts as theirs, so
 * that the page cache is limited as well.
 *
 * <p>What another process has brought into the page cache does not count, and is found there: who
 * measures has it dropped before.
 */
public final class MemoryGroup implements AutoCloseable {
    private final ControlGroup group;

    private MemoryGroup(ControlGroup group) {
        this.group = group;
    }

    /**
     * Makes a group, or takes over the one of the same name has left: its processes are killed.
     *
     * @param root {@link ControlGroup#ROOT}
     * @param bytes the limit, above 0
     * @throws dev.firesteel.lab.ControlGroupException if there are no such groups, or no right to
     *     make one
     */
    public static MemoryGroup make(Path root, String name, long bytes) throws IOException {
        MemoryGroup group = new MemoryGroup(ControlGroup.make(root, Resource.MEMORY, name));
        group.limit(bytes);
        return group;
    }

    private void limit(long bytes) throws IOException {
        boolean isUnified = group.isUnified();
        group.write(isUnified ? "memory.max" : "memory.limit_in_bytes", Long.toString(bytes));
        // Otherwise the heap would go where it is slow, and the page cache keep what it has.
        if (!isUnified) group.write("memory.swappiness", "0");
        else if (Files.exists(group.file("memory.swap.max"))) group.write("memory.swap.max", "0");
    }

    /** A process is in the group once it has written its number here. */
    public Path processes() {
        return group.processes();
    }

    /** How often a process of the group was killed because there was no memory left. */
    public long killed() throws IOException {
        return value(group.isUnified() ? "memory.events" : "memory.oom_control", "oom_kill");
    }

    /** How much there is in the page cache that counts as the group's. */
    public long pageCacheBytes() throws IOException {
        return value("memory.stat", group.isUnified() ? "file" : "total_cache");
    }

    /** 0 if the kernel does not tell. */
    private long value(String file, String name) throws IOException {
        String start = name + " ";
        for (String line : Files.readAllLines(group.file(file)))
            if (line.startsWith(start))
                return Long.parseLong(line.substring(start.length()).strip());
        return 0;
    }

    /** Removes the group, its processes having ended. */
    @Override
    public void close() throws IOException {
        group.close();
    }
}
