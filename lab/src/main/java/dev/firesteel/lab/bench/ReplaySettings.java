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
 * Settings of a comparison of starts after a crash.
 *
 * @param directory the parent directory of one node at a time, and of results
 * @param agent the agent's jar
 * @param modes the modes compared, each durable
 * @param rounds how often to measure everything
 * @param device the file or block device for the journal, or null for a new file beside the data
 * @param logBytes the approximate size of the log to replay
 * @param row the rows that fill it
 * @param server the setup of nodes, whose memtables have room for the log
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

    /** Returns the number of nodes measured. */
    public int steps() {
        return rounds * modes.size();
    }

    /** Returns the number of rows that each node writes. All modes replay the same rows. */
    public long rows() {
        return (logBytes + row.loggedBytes() - 1) / row.loggedBytes();
    }

    /** Returns the file of results, one measurement a line, beside the nodes. */
    public Path results() {
        return directory.resolve("replay.jsonl");
    }

    private static void requireDurable(List<Mode> modes) {
        for (Mode mode : modes)
            if (!mode.isDurable())
                throw new IllegalArgumentException(
                        "--modes names "
                                + mode.title()
                                + ", whose log may lack acknowledged writes; use batch,"
                                + " batch-direct, group, firesteel or firesteel-memtable");
    }

    /** Makes room, as a row takes more of a memtable than of a log, and prevents time-outs. */
    private static ServerSettings withRoom(ServerSettings server, long logBytes) {
        Map<String, String> yaml = new LinkedHashMap<>();
        yaml.put("write_request_timeout", "20s");
        yaml.putAll(server.yaml());
        return new ServerSettings(
                server.address(),
                server.heapBytes(),
                Math.max(LEAST_MEMTABLE_BYTES, 2 * logBytes),
                server.profile(),
                yaml);
    }
}
