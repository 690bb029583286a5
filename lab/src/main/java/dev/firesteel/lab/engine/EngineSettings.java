// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.engine;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a comparison of peers.
 *
 * @param directory the parent directory of all files, on the drive to measure
 * @param program the build's output directory of the module {@code benchmarks}
 * @param peers the peers compared
 * @param sizes the sizes of an append, in bytes
 * @param threads the numbers of concurrent appenders
 * @param rounds how often to measure everything
 * @param seconds duration of a measurement
 * @param warmUpSeconds duration of the warm-up before each
 * @param heapBytes the heap of each process
 * @param journalBytes the size of the engine's file, and of the drive's
 * @param recordsInFlight the maximum number of concurrent writes of the engine, and of the drive
 * @param device the file or block device for the engine and the drive, or null for new files
 */
public record EngineSettings(
        @JsonSerialize(using = ToStringSerializer.class) Path directory,
        @JsonIgnore Path program,
        List<Peer> peers,
        List<Integer> sizes,
        List<Integer> threads,
        int rounds,
        int seconds,
        int warmUpSeconds,
        long heapBytes,
        long journalBytes,
        int recordsInFlight,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Path device) {
    /** Time to start a JVM, make files, and write dirty pages. */
    private static final int START_SECONDS = 4;

    /** Mutations of Cassandra and entries of BookKeeper are hardly smaller. */
    private static final int SMALLEST_BYTES = 64;

    /** Artemis rejects entries larger than its buffer, by default 490 KiB. */
    private static final int LARGEST_BYTES = 256 << 10;

    private static final int MOST_THREADS = 1024;

    /** The journal's maximum. */
    private static final int MOST_IN_FLIGHT = 32;

    public EngineSettings {
        directory = directory.toAbsolutePath().normalize();
        peers = peers.stream().distinct().toList();
        sizes = sizes.stream().distinct().toList();
        threads = threads.stream().distinct().toList();
        if (device != null) device = device.toAbsolutePath().normalize();
        if (peers.isEmpty()) throw new IllegalArgumentException("--peers names none");
        if (peers.contains(Peer.DRIVE) && !peers.contains(Peer.FIRESTEEL))
            throw new IllegalArgumentException(
                    "--peers has drive, whose writes are as large as those of firesteel: add firesteel");
        if (device != null && !peers.contains(Peer.FIRESTEEL))
            throw new IllegalArgumentException(
                    "--device is for the journal, but --peers has no firesteel");
        require("--sizes", sizes, SMALLEST_BYTES, LARGEST_BYTES);
        require("--threads", threads, 1, MOST_THREADS);
        require("--rounds", rounds);
        require("--seconds", seconds);
        require("--warm-up", warmUpSeconds);
        require("--records-in-flight", List.of(recordsInFlight), 1, MOST_IN_FLIGHT);
    }

    /** Returns each size with each number of threads. */
    List<EngineCell> cells() {
        List<EngineCell> cells = new ArrayList<>();
        for (int bytes : sizes) for (int count : threads) cells.add(new EngineCell(bytes, count));
        return cells;
    }

    /** Returns the number of measurements. */
    public int steps() {
        return rounds * sizes.size() * threads.size() * peers.size();
    }

    /** Returns their approximate duration in seconds. */
    public long expectedSeconds() {
        return (long) steps() * (START_SECONDS + warmUpSeconds + seconds);
    }

    private static void require(String option, List<Integer> values, int least, int most) {
        if (values.isEmpty() || values.stream().anyMatch(value -> value < least || value > most))
            throw new IllegalArgumentException(
                    "%s must be numbers from %d to %d, not %s"
                            .formatted(option, least, most, values));
    }

    private static void require(String option, int value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }
}
