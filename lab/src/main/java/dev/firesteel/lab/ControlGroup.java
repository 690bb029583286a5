// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A control group of Linux, of version 1 or 2, for one resource. Callers define and write the
 * limits.
 */
public final class ControlGroup implements AutoCloseable {
    /** The root of Linux's control groups. */
    public static final Path ROOT = Path.of("/sys/fs/cgroup");

    private static final String PROCESSES = "cgroup.procs";

    /** Maximum time for a process of some GiB to end. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** A resource that a group limits. */
    public enum Resource {
        /** Memory, the page cache included. */
        MEMORY("memory", "memory", "memory.limit_in_bytes", "memory"),
        /** Processor time. */
        CPU("cpu", "cpu", "cpu.cfs_quota_us", "processor time"),
        /** Requests to a drive. */
        IO("io", "blkio", "blkio.throttle.read_iops_device", "requests to a drive");

        private final String controller;
        private final String controllerOfVersion1;
        private final String limitOfVersion1;
        private final String words;

        Resource(
                String controller,
                String controllerOfVersion1,
                String limitOfVersion1,
                String words) {
            this.controller = controller;
            this.controllerOfVersion1 = controllerOfVersion1;
            this.limitOfVersion1 = limitOfVersion1;
            this.words = words;
        }

        private Path parent(Path root) {
            return isUnified(root) ? root : root.resolve(controllerOfVersion1);
        }
    }

    private final Resource resource;
    private final Path directory;
    private final boolean isUnified;

    private ControlGroup(Resource resource, Path directory, boolean isUnified) {
        this.resource = resource;
        this.directory = directory;
        this.isUnified = isUnified;
    }

    /**
     * Makes a group. A group of the same name left by an earlier run is reused, and its processes
     * are killed.
     *
     * @param root {@link #ROOT}
     * @throws ControlGroupException if there are no such groups, or no permission to make one
     */
    public static ControlGroup make(Path root, Resource resource, String name) throws IOException {
        requireController(root, resource);
        ControlGroup group = at(root, resource, name);
        try {
            if (Files.exists(group.directory)) group.killAll();
            else Files.createDirectory(group.directory);
        } catch (AccessDeniedException e) {
            throw group.denied(e);
        }
        return group;
    }

    /** Kills the processes of all groups with this prefix, and removes the groups. */
    public static void removeAll(Path root, Resource resource, String prefix) throws IOException {
        if (!Files.isDirectory(resource.parent(root))) return;
        List<Path> left = new ArrayList<>();
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(resource.parent(root), prefix + "*")) {
            found.forEach(left::add);
        }
        for (Path each : left) {
            ControlGroup group = at(root, resource, each.getFileName().toString());
            group.killAll();
            group.close();
        }
    }

    private static ControlGroup at(Path root, Resource resource, String name) {
        return new ControlGroup(resource, resource.parent(root).resolve(name), isUnified(root));
    }

    private static boolean isUnified(Path root) {
        return Files.exists(root.resolve("cgroup.controllers"));
    }

    private static void requireController(Path root, Resource resource) throws IOException {
        Path parent = resource.parent(root);
        boolean isThere =
                isUnified(root)
                        ? Arrays.asList(
                                        Files.readString(root.resolve("cgroup.subtree_control"))
                                                .trim()
                                                .split(" ", -1))
                                .contains(resource.controller)
                        : isOfVersion1(parent, resource);
        if (!isThere)
            throw new ControlGroupException(
                    "This machine has no control groups for %s in %s: a node's %s cannot be limited"
                            .formatted(resource.controller, parent, resource.words));
    }

    /** Returns whether the topmost group has the limit's file. */
    private static boolean isOfVersion1(Path parent, Resource resource) {
        return Files.exists(parent.resolve(resource.limitOfVersion1));
    }

    /** Returns whether it is of version 2, where files have other names. */
    public boolean isUnified() {
        return isUnified;
    }

    /**
     * Writes a file of the group.
     *
     * @throws ControlGroupException if there is no permission
     */
    public void write(String file, String value) throws IOException {
        try {
            Files.writeString(directory.resolve(file), value, StandardOpenOption.WRITE);
        } catch (AccessDeniedException e) {
            throw denied(e);
        }
    }

    /** Returns a file of the group, which may not exist. */
    public Path file(String name) {
        return directory.resolve(name);
    }

    /** Returns the file that a process writes its id to in order to join the group. */
    public Path processes() {
        return file(PROCESSES);
    }

    private ControlGroupException denied(AccessDeniedException cause) {
        return new ControlGroupException(
                "No permission to limit a node's %s (%s): run as root%s"
                        .formatted(resource.words, cause.getFile(), grant()),
                cause);
    }

    /** Returns advice. With version 2 a process also needs permission on the group it leaves. */
    private String grant() {
        if (isUnified) return "";
        String user = System.getProperty("user.name"); // owns settings
        return ", or have root run this once: mkdir -p %s && chown -R %s %s"
                .formatted(directory, user, directory);
    }

    private List<ProcessHandle> members() throws IOException {
        return Files.readAllLines(processes()).stream()
                .map(Long::parseLong)
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .toList();
    }

    /** Kills all processes, repeatedly: a process may fork just before it is killed. */
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
                throw new ControlGroupException("interrupted", e);
            } catch (ExecutionException | TimeoutException e) {
                throw new ControlGroupException(
                        "Process " + each.pid() + " in " + directory + " does not end", e);
            }
        }
    }

    /** Removes the group, once its processes have ended. With version 2 it may be gone already. */
    @Override
    public void close() throws IOException {
        if (!Files.exists(directory)) return;
        await(members());
        try {
            Files.deleteIfExists(directory);
        } catch (AccessDeniedException e) {
            // Root has made it for this user, and may remove it.
        }
    }
}
