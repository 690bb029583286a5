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
 * What is measured, and how.
 *
 * @param trial what each node does
 * @param results the file of measurements, see docs/memory.md
 * @param layout what is settled of the memory that a node may use
 * @param levels how many divisions of memory to choose from
 * @param runs how many measurements to make
 */
public record CalibrationSettings(
        TrialSettings trial, Path results, Layout layout, int levels, int runs) {
    /** With less a node flushes all the time, whatever else there is. */
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

    /** Which division to measure next. */
    CalibrationPlan plan() throws BudgetException {
        return new CalibrationPlan(layout, SMALLEST_MEMTABLES_BYTES, levels);
    }

    /** The calibration before anything was measured. */
    Calibration empty(String machine) {
        return new Calibration(machine, trial.cassandra(), trial.words(), layout, List.of());
    }
}
