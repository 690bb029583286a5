// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;
import java.util.Properties;

/**
 * What a node does whose memory is divided in some way, and over which rows.
 *
 * @param directory a node at a time is made and deleted below it, and the rows that it begins with
 * @param agent the agent's jar
 * @param mode what becomes of a write before it is acknowledged
 * @param address the loopback address that nodes listen on
 * @param workload what clients do
 * @param keys how they choose keys
 * @param records how many rows there are
 * @param row how large they are
 * @param clients how many are at work at once
 * @param warmUpSeconds how long caches are filled before each measurement
 * @param seconds how long each takes
 * @param iops how many reads a second the node may have of its drive, and how many writes; 0 for as
 *     many as the drive can
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
    /** More than any node does. */
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
                    "--workload write inserts new rows: for updates of those there are it is update");
        if (!mode.writesDurably())
            throw new IllegalArgumentException("--mode none has no log: nobody runs a node so");
    }

    static void requirePositive(String option, long value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }

    /** What YCSB is told. */
    Properties properties(int forSeconds) {
        Properties properties = workload.properties(records, MOST_PER_SECOND * forSeconds);
        keys.addTo(properties);
        return row.addTo(properties);
    }

    /** The control group of the nodes: no other directory's, and the same after a kill. */
    String groupName() {
        return "firesteel-" + Integer.toHexString(directory.hashCode());
    }

    /** The release of Cassandra that is started. */
    public String cassandra() {
        return CassandraNode.at(directory).release().version();
    }

    /** Which rows there are, in words. */
    String rows() {
        return "%d rows of %d x %d".formatted(records, row.fieldCount(), row.fieldLength());
    }

    /** All that figures depend on beside memory, in words. */
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
