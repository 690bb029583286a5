// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The kernel's counters of a process.
 *
 * @param cpuMicros processor time, in user space and in the kernel, of all threads, ended ones
 *     included
 * @param contextSwitches voluntary and involuntary context switches of each live thread
 * @param writtenBytes bytes written to storage; pages of a mapped file count when they become
 *     dirty, not when they are written
 */
record ProcessCounters(long cpuMicros, Map<String, Long> contextSwitches, long writtenBytes) {
    /** The kernel reports time to processes in hundredths of a second. */
    private static final long MICROS_PER_TICK = 10_000;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    static ProcessCounters read(long pid) throws IOException {
        return read(Path.of("/proc", Long.toString(pid)));
    }

    static ProcessCounters read(Path process) throws IOException {
        return new ProcessCounters(
                cpuMicros(Files.readString(process.resolve("stat"))),
                contextSwitches(process.resolve("task")),
                field(Files.readString(process.resolve("io")), "write_bytes"));
    }

    private static Map<String, Long> contextSwitches(Path tasks) throws IOException {
        Map<String, Long> switches = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                try {
                    switches.put(
                            thread.getFileName().toString(),
                            switches(Files.readString(thread.resolve("status"))));
                } catch (IOException e) {
                    // The thread has ended meanwhile.
                    if (Files.exists(thread)) throw e;
                }
            }
        } catch (NoSuchFileException e) {
            throw new IOException("There is no process " + tasks.getParent(), e);
        }
        return switches;
    }

    /** Parses {@code /proc/PID/stat}. The process name, in brackets, may hold any character. */
    static long cpuMicros(String stat) throws IOException {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ", -1);
        try {
            return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]))
                    * MICROS_PER_TICK;
        } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
            throw new IOException("Not a process's stat: " + stat, e);
        }
    }

    /** Parses {@code /proc/PID/task/TID/status}. */
    static long switches(String status) throws IOException {
        return field(status, "voluntary_ctxt_switches")
                + field(status, "nonvoluntary_ctxt_switches");
    }

    /** Returns the number after a name and a colon, at the beginning of a line. */
    static long field(String text, String name) throws IOException {
        for (String line : text.lines().toList())
            if (line.startsWith(name + ":"))
                return Long.parseLong(line.substring(name.length() + 1).trim());
        throw new IOException("No " + name + " in: " + text);
    }

    /** Returns the switches since then, of threads that live now. */
    long switchesSince(ProcessCounters before) {
        return contextSwitches.entrySet().stream()
                .mapToLong(
                        thread ->
                                thread.getValue()
                                        - before.contextSwitches.getOrDefault(thread.getKey(), 0L))
                .sum();
    }
}
