// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import dev.firesteel.lab.ControlGroup.Resource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A control group with a memory limit. Reads of files by its processes count, so that the page
 * cache is limited as well.
 *
 * <p>Pages that other processes have brought into the page cache do not count, but are cache hits.
 * Drop them before a measurement.
 */
public final class MemoryGroup implements AutoCloseable {
    private final ControlGroup group;

    private MemoryGroup(ControlGroup group) {
        this.group = group;
    }

    /**
     * Makes a group. A group of the same name left by an earlier run is reused, and its processes
     * are killed.
     *
     * @param root {@link ControlGroup#ROOT}
     * @param bytes the limit, above 0
     * @throws dev.firesteel.lab.ControlGroupException if there are no such groups, or no permission
     *     to make one
     */
    public static MemoryGroup make(Path root, String name, long bytes) throws IOException {
        MemoryGroup group = new MemoryGroup(ControlGroup.make(root, Resource.MEMORY, name));
        group.limit(bytes);
        return group;
    }

    private void limit(long bytes) throws IOException {
        boolean isUnified = group.isUnified();
        group.write(isUnified ? "memory.max" : "memory.limit_in_bytes", Long.toString(bytes));
        // Otherwise the heap would be swapped out, and the page cache would keep its memory.
        if (!isUnified) group.write("memory.swappiness", "0");
        else if (Files.exists(group.file("memory.swap.max"))) group.write("memory.swap.max", "0");
    }

    /** Returns the file that a process writes its id to in order to join the group. */
    public Path processes() {
        return group.processes();
    }

    /** Returns the number of out-of-memory kills in the group. */
    public long killed() throws IOException {
        return value(group.isUnified() ? "memory.events" : "memory.oom_control", "oom_kill");
    }

    /** Returns the bytes of the page cache that count as the group's. */
    public long pageCacheBytes() throws IOException {
        return value("memory.stat", group.isUnified() ? "file" : "total_cache");
    }

    /** Returns 0 if the kernel does not report the value. */
    private long value(String file, String name) throws IOException {
        String start = name + " ";
        for (String line : Files.readAllLines(group.file(file)))
            if (line.startsWith(start))
                return Long.parseLong(line.substring(start.length()).strip());
        return 0;
    }

    /** Removes the group, once its processes have ended. */
    @Override
    public void close() throws IOException {
        group.close();
    }
}
