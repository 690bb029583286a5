// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a comparison of modes.
 *
 * @param directory the parent directory of one node at a time, and of results
 * @param agent the agent's jar
 * @param modes the modes compared
 * @param rounds how often to measure everything
 * @param device the file or block device for the journal, or null for a new file beside the data
 * @param logs drives for commit log and journal, each of them measured; empty for {@code directory}
 * @param sstables drives for SSTables, each of them measured with each of the logs'; empty for
 *     {@code directory}
 * @param load the clients' load
 * @param server the setup of nodes
 */
public record BenchSettings(
        @JsonSerialize(using = ToStringSerializer.class) Path directory,
        @JsonSerialize(using = ToStringSerializer.class) Path agent,
        List<Mode> modes,
        int rounds,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Path device,
        List<Place> logs,
        List<Place> sstables,
        LoadSettings load,
        ServerSettings server)
        implements NodeSetup {
    private static final int START_SECONDS = 20;

    public BenchSettings {
        directory = directory.toAbsolutePath().normalize();
        modes = modes.stream().distinct().toList();
        if (device != null) device = device.toAbsolutePath().normalize();
        NodeSetup.require(directory, modes, rounds, device, server);
        logs = List.copyOf(logs);
        sstables = List.copyOf(sstables);
        if (device != null && !logs.isEmpty())
            throw new IllegalArgumentException(
                    "--log makes a journal on each drive, and --device names one: leave one out");
    }

    /** Returns each drive of logs with each of SSTables. */
    List<Placement> placements() {
        return Placement.all(logs, sstables);
    }

    @Override
    public List<Path> directories() {
        return Stream.concat(
                        Stream.of(directory),
                        Stream.concat(logs.stream(), sstables.stream()).map(Place::directory))
                .distinct()
                .toList();
    }

    /** Returns the number of node starts. */
    public int steps() {
        return rounds * load.workloads().size() * placements().size() * modes.size();
    }

    /** Returns the number of measurements, without open loops. */
    public int cells() {
        return rounds * load.cells() * placements().size() * modes.size();
    }

    /** Returns the approximate duration in seconds. */
    public long seconds() {
        return (long) steps() * (START_SECONDS + load.nodeSeconds());
    }

    /** Returns the file of results, one measurement a line, beside the nodes. */
    public Path results() {
        return directory.resolve("results.jsonl");
    }
}
