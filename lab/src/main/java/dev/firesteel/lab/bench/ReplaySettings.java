// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How starts after a crash are compared.
 *
 * @param directory a node at a time is made and deleted below it; results are written there
 * @param agent the agent's jar
 * @param modes what is compared, each durable
 * @param rounds how often to measure everything
 * @param device the file or block device for the journal, or null for a new file beside the data
 * @param logBytes about how much log a node is to replay
 * @param row the rows that fill it
 * @param server how nodes are set up, with room for the log in memory
 */
public record ReplaySettings(
        @JsonSerialize(using = ToStringSerializer.class) Path directory,
        @JsonSerialize(using = ToStringSerializer.class) Path agent,
        List<Mode> modes,
        int rounds,
        @JsonSerialize(using = ToStringSerializer.class) @Nullable Path device,
        long logBytes,
        RowSize row,
        ServerSettings server)
        implements NodeSetup {
    private static final long LEAST_LOG_BYTES = 1 << 20;
    private static final long LEAST_MEMTABLE_BYTES = 256 << 20;

    public ReplaySettings {
        directory = directory.toAbsolutePath().normalize();
        modes = modes.stream().distinct().toList();
        if (device != null) device = device.toAbsolutePath().normalize();
        NodeSetup.require(directory, modes, rounds, device, server);
        requireDurable(modes);
        if (logBytes < LEAST_LOG_BYTES)
            throw new IllegalArgumentException(
                    "--log must be at least 1MiB, not " + logBytes + " bytes");
        server = withRoom(server, logBytes);
    }

    /** How many nodes are measured. */
    public int steps() {
        return rounds * modes.size();
    }

    /** How many rows each of them writes: the same for all, so that all replay the same. */
    public long rows() {
        return (logBytes + row.loggedBytes() - 1) / row.loggedBytes();
    }

    /** One measurement each, beside the nodes. */
    public Path results() {
        return directory.resolve("replay.jsonl");
    }

    private static void requireDurable(List<Mode> modes) {
        for (Mode mode : modes)
            if (!mode.isDurable())
                throw new IllegalArgumentException(
                        "--modes names "
                                + mode.title()
                                + ", whose log need not hold what was acknowledged; take batch,"
                                + " batch-direct, group, firesteel or firesteel-memtable");
    }

    /**
     * A row takes more of a memtable than of a log; and no row is to fail while 64 clients load.
     */
    private static ServerSettings withRoom(ServerSettings server, long logBytes) {
        Map<String, String> yaml = new LinkedHashMap<>();
        yaml.put("write_request_timeout", "20s");
        yaml.putAll(server.yaml());
        return new ServerSettings(
                server.address(),
                server.heapBytes(),
                Math.max(LEAST_MEMTABLE_BYTES, 2 * logBytes),
                yaml);
    }
}
