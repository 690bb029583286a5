// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How modes are compared.
 *
 * @param directory a node at a time is made and deleted below it; results are written there
 * @param agent the agent's jar
 * @param modes what is compared
 * @param rounds how often to measure everything
 * @param device the file or block device for the journal, or null for a new file beside the data
 * @param load what clients do
 * @param server how nodes are set up
 */
public record BenchSettings(
        @JsonSerialize(using = ToStringSerializer.class) Path directory,
        @JsonSerialize(using = ToStringSerializer.class) Path agent,
        List<Mode> modes,
        int rounds,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Path device,
        LoadSettings load,
        ServerSettings server)
        implements NodeSetup {
    private static final int START_SECONDS = 20;

    public BenchSettings {
        directory = directory.toAbsolutePath().normalize();
        modes = modes.stream().distinct().toList();
        if (device != null) device = device.toAbsolutePath().normalize();
        NodeSetup.require(directory, modes, rounds, device, server);
    }

    /** How many nodes are started. */
    public int steps() {
        return rounds * load.workloads().size() * modes.size();
    }

    /** How many measurements there will be, open loops apart. */
    public int cells() {
        return rounds * load.cells() * modes.size();
    }

    /** About how long it takes. */
    public long seconds() {
        return (long) steps() * (START_SECONDS + load.nodeSeconds());
    }

    /** One measurement each, beside the nodes. */
    public Path results() {
        return directory.resolve("results.jsonl");
    }
}
