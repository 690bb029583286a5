// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A control group of Linux with a limit of memory, of version 1 or 2. What its processes read of
 * files counts as theirs, so that the page cache is limited as well.
 *
 * <p>What another process has brought into the page cache does not count, and is found there: who
 * measures has it dropped before.
 */
final class MemoryGroup implements AutoCloseable {
    /** Where Linux has control groups. */
    static final Path ROOT = Path.of("/sys/fs/cgroup");

    private static final String PROCESSES = "cgroup.procs";

    /** A process of some GiB takes its time to end. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Path directory;
    private final boolean isUnified;

    private MemoryGroup(Path directory, boolean isUnified) {
        this.directory = directory;
        this.isUnified = isUnified;
    }

    /**
     * Makes a group, or takes over the one that a calibration of the same name has left: its
     * processes are killed.
     *
     * @param root {@link #ROOT}
     * @param bytes the limit, above 0
     * @throws CalibrationException if there are no such groups, or no right to make one
     */
    static MemoryGroup make(Path root, String name, long bytes) throws IOException {
        boolean isUnified = Files.exists(root.resolve("cgroup.controllers"));
        Path parent = isUnified ? root : root.resolve("memory");
        requireController(root, parent, isUnified);
        Path directory = parent.resolve(name);
        MemoryGroup group = new MemoryGroup(directory, isUnified);
        try {
            if (Files.exists(directory)) group.killAll();
            else Files.createDirectory(directory);
            group.limit(bytes);
        } catch (AccessDeniedException e) {
            throw new CalibrationException(
                    "There is no right to limit a node's memory (%s): be root%s"
                            .formatted(e.getFile(), group.grant()),
                    e);
        }
        return group;
    }

    private static void requireController(Path root, Path parent, boolean isUnified)
            throws IOException {
        boolean isThere =
                isUnified
                        ? Files.readString(root.resolve("cgroup.subtree_control"))
                                .contains("memory")
                        : Files.exists(parent.resolve("memory.limit_in_bytes"));
        if (!isThere)
            throw new CalibrationException(
                    "This machine has no control groups for memory in "
                            + parent
                            + ": a node's memory cannot be limited");
    }

    /** With version 2 a process cannot go elsewhere without a right to where it comes from, too. */
    private String grant() {
        if (isUnified) return "";
        return ", or have root run this once: mkdir -p %s && chown -R $USER %s"
                .formatted(directory, directory);
    }

    private void limit(long bytes) throws IOException {
        write(isUnified ? "memory.max" : "memory.limit_in_bytes", Long.toString(bytes));
        // Otherwise the heap would go where it is slow, and the page cache keep what it has.
        if (!isUnified) write("memory.swappiness", "0");
        else if (Files.exists(directory.resolve("memory.swap.max"))) write("memory.swap.max", "0");
    }

    private void write(String file, String value) throws IOException {
        Files.writeString(directory.resolve(file), value, StandardOpenOption.WRITE);
    }

    /** A process is in the group once it has written its number here. */
    Path processes() {
        return directory.resolve(PROCESSES);
    }

    /** How often a process of the group was killed because there was no memory left. */
    long killed() throws IOException {
        String file = isUnified ? "memory.events" : "memory.oom_control";
        for (String line : Files.readAllLines(directory.resolve(file)))
            if (line.startsWith("oom_kill "))
                return Long.parseLong(line.substring(line.indexOf(' ') + 1).strip());
        return 0;
    }

    private List<ProcessHandle> members() throws IOException {
        return Files.readAllLines(processes()).stream()
                .map(Long::parseLong)
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .toList();
    }

    /** Again and again: a process may have a child just before it is killed. */
    private void killAll() throws IOException {
        for (List<ProcessHandle> left = members(); !left.isEmpty(); left = members()) {
            left.forEach(ProcessHandle::destroyForcibly);
            await(left);
        }
    }

    private void await(List<ProcessHandle> ending) throws IOException {
        for (ProcessHandle each : ending) {
            try {
                each.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CalibrationException("interrupted", e);
            } catch (ExecutionException | TimeoutException e) {
                throw new CalibrationException(
                        "Process " + each.pid() + " in " + directory + " does not end", e);
            }
        }
    }

    /** Removes the group, its processes having ended. */
    @Override
    public void close() throws IOException {
        await(members());
        try {
            Files.deleteIfExists(directory);
        } catch (AccessDeniedException e) {
            // Root has made it for us, and may remove it.
        }
    }
}
