// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab;

import dev.firesteel.lab.ControlGroup.Resource;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A control group that can limit processor time. A process that has used its share of a period
 * waits for the next.
 */
public final class ProcessorGroup implements AutoCloseable {
    /** The period, short because a waiting process keeps its clients waiting. */
    public static final long PERIOD_MICROS = 10_000;

    /** The kernel's minimum for a period. */
    private static final long LEAST_MICROS = 1_000;

    /** The minimum share, in processors. */
    public static final double LEAST_CORES = (double) LEAST_MICROS / PERIOD_MICROS;

    private final ControlGroup group;

    private ProcessorGroup(ControlGroup group) {
        this.group = group;
    }

    /**
     * Makes a group without a limit. A group of the same name left by an earlier run is reused, and
     * its processes are killed.
     *
     * @throws ControlGroupException if there are no such groups, or no permission to make one
     */
    public static ProcessorGroup make(Path root, String name) throws IOException {
        ProcessorGroup made = new ProcessorGroup(ControlGroup.make(root, Resource.CPU, name));
        made.unlimit();
        return made;
    }

    /**
     * Limits its processes, all together, from now on.
     *
     * @param cores processors, at least {@link #LEAST_CORES}
     */
    public void limit(double cores) throws IOException {
        long micros = Math.round(cores * PERIOD_MICROS);
        write(Long.toString(micros), micros);
    }

    /** Removes the limit. */
    public void unlimit() throws IOException {
        write("max", -1);
    }

    private void write(String unified, long ofVersion1) throws IOException {
        if (group.isUnified()) {
            group.write("cpu.max", unified + " " + PERIOD_MICROS);
            return;
        }
        group.write("cpu.cfs_period_us", Long.toString(PERIOD_MICROS));
        group.write("cpu.cfs_quota_us", Long.toString(ofVersion1));
    }

    /** Returns the file that a process writes its id to in order to join the group. */
    public Path processes() {
        return group.processes();
    }

    @Override
    public void close() throws IOException {
        group.close();
    }
}
