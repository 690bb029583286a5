// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the peak memory of a process. */
final class PeakMemory {
    private static final Pattern HIGH_WATER =
            Pattern.compile("^VmHWM:\\s*(\\d+) kB$", Pattern.MULTILINE);
    private static final long KIB = 1024;

    private PeakMemory() {}

    /** Returns the peak of a live process: heap, memory outside it, and mapped pages of files. */
    static long residentBytes(long pid) throws IOException {
        return residentBytes(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
    }

    /** Parses {@code /proc/PID/status}. */
    static long residentBytes(String status) throws IOException {
        Matcher peak = HIGH_WATER.matcher(status);
        if (!peak.find()) throw new IOException("No VmHWM in: " + status);
        return Long.parseLong(peak.group(1)) * KIB;
    }
}
