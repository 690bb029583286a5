// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.CalibrationPlan;
import dev.firesteel.memory.Layout;
import java.nio.file.Path;
import java.util.List;

/**
 * Settings of a calibration.
 *
 * @param trial the load on each node
 * @param results the file of measurements, see docs/lab/memory.md
 * @param layout the fixed part of the memory layout
 * @param levels the number of memory splits to choose from
 * @param runs the number of measurements
 */
public record CalibrationSettings(
        TrialSettings trial, Path results, Layout layout, int levels, int runs) {
    /** With less a node flushes all the time, regardless of other memory. */
    private static final long SMALLEST_MEMTABLES_BYTES = 16 * Budget.MIB;

    public CalibrationSettings {
        if (runs < levels)
            throw new IllegalArgumentException(
                    "--runs must be at least --levels, %d, not %d".formatted(levels, runs));
        try {
            var unused = new CalibrationPlan(layout, SMALLEST_MEMTABLES_BYTES, levels);
        } catch (BudgetException e) {
            throw new IllegalArgumentException(
                    "no node could start with %d MiB: %s"
                            .formatted(layout.totalBytes() / Budget.MIB, e.getMessage()),
                    e);
        }
    }

    /** Returns the plan that chooses the next memory split. */
    CalibrationPlan plan() throws BudgetException {
        return new CalibrationPlan(layout, SMALLEST_MEMTABLES_BYTES, levels);
    }

    /** Returns the calibration without measurements. */
    Calibration empty(String machine) {
        return new Calibration(machine, trial.cassandra(), trial.words(), layout, List.of());
    }
}
