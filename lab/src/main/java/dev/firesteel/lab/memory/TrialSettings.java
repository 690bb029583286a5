// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Load and rows of a node with a given memory split.
 *
 * @param directory the parent directory of one node at a time, and of its initial rows
 * @param agent the agent's jar
 * @param mode the durability of an acknowledged write
 * @param address the loopback address that nodes listen on
 * @param workload the clients' operations
 * @param keys the distribution of keys
 * @param records the number of rows
 * @param row their size
 * @param clients the number of concurrent clients
 * @param warmUpSeconds duration of cache warm-up before each measurement
 * @param seconds duration of each measurement
 * @param iops the limit of the node's reads a second from its drive, and of its writes; 0 for no
 *     limit
 * @param keepsData whether the rows stay for later measurements
 */
public record TrialSettings(
        Path directory,
        Path agent,
        Mode mode,
        String address,
        Workload workload,
        Keys keys,
        long records,
        RowSize row,
        int clients,
        int warmUpSeconds,
        int seconds,
        int iops,
        boolean keepsData) {
    /** More than any node reaches. */
    private static final long MOST_PER_SECOND = 100_000;

    public TrialSettings {
        directory = directory.toAbsolutePath().normalize();
        CassandraNode.at(directory).loopbackAddress(address);
        requirePositive("--clients", clients);
        requirePositive("--seconds", seconds);
        requirePositive("--data", records);
        if (warmUpSeconds < 0)
            throw new IllegalArgumentException(
                    "--warm-up must be at least 0, not " + warmUpSeconds);
        if (iops < 0) throw new IllegalArgumentException("--iops must be at least 0, not " + iops);
        if (workload.isInserts())
            throw new IllegalArgumentException(
                    "--workload write inserts new rows: give update, which updates existing rows");
        if (!mode.writesDurably())
            throw new IllegalArgumentException("--mode none has no commit log: give another mode");
    }

    static void requirePositive(String option, long value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }

    /** Returns YCSB's properties. */
    Properties properties(int forSeconds) {
        Properties properties = workload.properties(records, MOST_PER_SECOND * forSeconds);
        keys.addTo(properties);
        return row.addTo(properties);
    }

    /** Returns the nodes' control group: unique to the directory, and stable across kills. */
    String groupName() {
        return "firesteel-" + Integer.toHexString(directory.hashCode());
    }

    /** Returns the release of Cassandra that is started. */
    public String cassandra() {
        return CassandraNode.at(directory).release().version();
    }

    /** Returns number and size of the rows, in words. */
    String rows() {
        return "%d rows of %d x %d".formatted(records, row.fieldCount(), row.fieldLength());
    }

    /** Returns everything but memory that figures depend on, in words. */
    public String words() {
        return "%s, keys %s, %s, %d clients, %s, %d s after a warm-up of %d"
                        .formatted(
                                workload,
                                keys,
                                rows(),
                                clients,
                                mode.title(),
                                seconds,
                                warmUpSeconds)
                + (iops == 0 ? "" : ", a drive limited to %d IOPS".formatted(iops));
    }
}
