// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.CalibrationPlan;
import dev.firesteel.memory.Layout;
import dev.firesteel.node.CassandraNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * What is measured, and how.
 *
 * @param directory a node at a time is made and deleted below it, and the rows that it begins with
 * @param results the file of measurements, see docs/memory.md
 * @param agent the agent's jar
 * @param mode what becomes of a write before it is acknowledged
 * @param address the loopback address that nodes listen on
 * @param layout what is settled of the memory that a node may use
 * @param workload what clients do
 * @param keys how they choose keys
 * @param records how many rows there are
 * @param row how large they are
 * @param clients how many are at work at once
 * @param levels how many divisions of memory to choose from
 * @param runs how many measurements to make
 * @param warmUpSeconds how long caches are filled before each measurement
 * @param seconds how long each takes
 * @param keepsData whether the rows stay for another calibration
 */
public record CalibrationSettings(
        Path directory,
        Path results,
        Path agent,
        Mode mode,
        String address,
        Layout layout,
        Workload workload,
        Keys keys,
        long records,
        RowSize row,
        int clients,
        int levels,
        int runs,
        int warmUpSeconds,
        int seconds,
        boolean keepsData) {
    /** With less a node flushes all the time, whatever else there is. */
    private static final long SMALLEST_MEMTABLES_BYTES = 16 * Budget.MIB;

    /** More than any node does. */
    private static final long MOST_PER_SECOND = 100_000;

    public CalibrationSettings {
        directory = directory.toAbsolutePath().normalize();
        CassandraNode.at(directory).loopbackAddress(address);
        require("--clients", clients);
        require("--seconds", seconds);
        require("--data", records);
        if (warmUpSeconds < 0)
            throw new IllegalArgumentException(
                    "--warm-up must be at least 0, not " + warmUpSeconds);
        if (runs < levels)
            throw new IllegalArgumentException(
                    "--runs must be at least --levels, %d, not %d".formatted(levels, runs));
        if (workload.isInserts())
            throw new IllegalArgumentException(
                    "--workload write inserts new rows: for updates of those there are it is update");
        if (!mode.writesDurably())
            throw new IllegalArgumentException("--mode none has no log: nobody runs a node so");
        try {
            var unused = new CalibrationPlan(layout, SMALLEST_MEMTABLES_BYTES, levels);
        } catch (BudgetException e) {
            throw new IllegalArgumentException(
                    "no node could start with %d MiB: %s"
                            .formatted(layout.totalBytes() / Budget.MIB, e.getMessage()),
                    e);
        }
    }

    private static void require(String option, long value) {
        if (value < 1)
            throw new IllegalArgumentException(option + " must be at least 1, not " + value);
    }

    /** Which division to measure next. */
    CalibrationPlan plan() throws BudgetException {
        return new CalibrationPlan(layout, SMALLEST_MEMTABLES_BYTES, levels);
    }

    /** What YCSB is told. */
    Properties properties(int forSeconds) {
        Properties properties = workload.properties(records, MOST_PER_SECOND * forSeconds);
        keys.addTo(properties);
        return row.addTo(properties);
    }

    /** The control group of its nodes: no other calibration's, and the same after a kill. */
    String groupName() {
        return "firesteel-" + Integer.toHexString(directory.hashCode());
    }

    /** Which rows there are, in words. */
    String rows() {
        return "%d rows of %d x %d".formatted(records, row.fieldCount(), row.fieldLength());
    }

    /** The calibration before anything was measured. */
    Calibration empty(String machine) {
        return new Calibration(
                machine,
                CassandraNode.at(directory).release().version(),
                "%s, keys %s, %s, %d clients, %s, %d s after a warm-up of %d"
                        .formatted(
                                workload,
                                keys,
                                rows(),
                                clients,
                                mode.title(),
                                seconds,
                                warmUpSeconds),
                layout,
                List.of());
    }
}
