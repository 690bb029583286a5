// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.lab.ControlGroup;
import dev.firesteel.lab.ControlGroupException;
import dev.firesteel.lab.MemoryGroup;
import dev.firesteel.lab.bench.Mode;
import dev.firesteel.lab.bench.RowSize;
import dev.firesteel.lab.bench.Workload;
import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.Calibration;
import dev.firesteel.memory.Layout;
import dev.firesteel.memory.MemtableAllocation;
import java.io.IOException;
import java.nio.file.Path;

/** The smallest calibrations. */
final class Settings {
    private Settings() {}

    static CalibrationSettings in(Path directory, Path agent, Mode mode) {
        return with(directory, agent, mode, layout(1536), "a", 3, 3);
    }

    static CalibrationSettings with(
            Path directory,
            Path agent,
            Mode mode,
            Layout layout,
            String workload,
            int levels,
            int runs) {
        return new CalibrationSettings(
                trial("127.0.43.10", directory, agent, mode, workload, Keys.ZIPFIAN),
                directory.resolve("results/r.jsonl"),
                layout,
                levels,
                runs);
    }

    /** Returns trial settings. Each test with nodes has its own address: two run at once. */
    static TrialSettings trial(
            String address, Path directory, Path agent, Mode mode, String workload, Keys keys) {
        return new TrialSettings(
                directory.resolve("calibration"),
                agent,
                mode,
                address,
                new Workload(workload),
                keys,
                10_000,
                new RowSize(10, 100),
                4,
                1,
                2,
                0,
                false);
    }

    static Layout layout(long mebibytes) {
        return new Layout(
                mebibytes * Budget.MIB,
                MemtableAllocation.HEAP_BUFFERS,
                0,
                0,
                16 * Budget.MIB,
                0,
                400 * Budget.MIB,
                2 * Budget.MIB,
                300 * Budget.MIB,
                0);
    }

    static Calibration.Run run(CalibrationSettings settings, long memtableBytes)
            throws BudgetException {
        Budget budget = settings.layout().budget(memtableBytes);
        return new Calibration.Run(budget.memtableBytes(), budget.cacheBytes(), 1e-4, 2e-4, 0.5);
    }

    static boolean isMemoryLimited() throws IOException {
        try {
            MemoryGroup.make(
                            ControlGroup.ROOT,
                            "firesteel-test-" + ProcessHandle.current().pid(),
                            64 << 20)
                    .close();
            return true;
        } catch (ControlGroupException e) {
            return false;
        }
    }
}
