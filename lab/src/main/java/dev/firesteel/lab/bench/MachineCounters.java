// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The kernel's counters of all processors together.
 *
 * @param busyMicros busy time
 * @param allMicros busy and idle time
 */
public record MachineCounters(long busyMicros, long allMicros) {
    private static final long MICROS_PER_TICK = 10_000;
    private static final int IDLE = 3;
    private static final int WAITING = 4;

    /** User, nice, system, idle, waiting, interrupts twice, stolen; guests are in the first two. */
    private static final int KINDS = 8;

    /** Reads the current counters. */
    public static MachineCounters read() throws IOException {
        return parse(Files.readString(Path.of("/proc/stat")));
    }

    /** Returns the busy share of all processors since then, 0 to 1. */
    public double busySince(MachineCounters before) {
        return (double) (busyMicros - before.busyMicros)
                / Math.max(1, allMicros - before.allMicros);
    }

    /** Parses {@code /proc/stat}. */
    static MachineCounters parse(String stat) throws IOException {
        String[] words = stat.lines().findFirst().orElse("").split("\\s+", -1);
        if (words.length <= KINDS || !words[0].equals("cpu"))
            throw new IOException("Not the machine's stat: " + stat);
        long[] ticks = Arrays.stream(words, 1, KINDS + 1).mapToLong(Long::parseLong).toArray();
        long all = Arrays.stream(ticks).sum();
        return new MachineCounters(
                (all - ticks[IDLE] - ticks[WAITING]) * MICROS_PER_TICK, all * MICROS_PER_TICK);
    }
}
