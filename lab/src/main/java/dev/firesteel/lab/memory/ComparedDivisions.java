// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.memory;

import dev.firesteel.memory.Budget;
import dev.firesteel.memory.BudgetException;
import dev.firesteel.memory.HeldOut;
import dev.firesteel.memory.Layout;
import dev.firesteel.memory.RecommendedSplit;
import java.util.ArrayList;
import java.util.List;

/** Chooses memory splits that show the benefit of a recommendation. */
public final class ComparedDivisions {
    private ComparedDivisions() {}

    /**
     * Returns Cassandra's defaults, the recommended split if it differs, and the control. Adds
     * memtable sizes that were not calibrated, named by size.
     *
     * @param grid the number of the latter, at least 0; there are fewer where there is no room
     *     between
     * @throws BudgetException if no node could start by default
     */
    public static List<Division> of(RecommendedSplit split, int grid) throws BudgetException {
        Budget recommended = split.recommended().budget();
        Budget defaults = split.byDefault().budget().requireStartable();
        Layout layout = split.calibration().layout().withTotal(recommended.totalBytes());
        List<Division> divisions = new ArrayList<>();
        divisions.add(new Division(Division.DEFAULTS, defaults));
        if (!split.isByDefault()) divisions.add(new Division(Division.RECOMMENDED, recommended));
        addControl(layout, defaults.memtableBytes(), divisions);
        List<Long> compared =
                divisions.stream().map(each -> each.budget().memtableBytes()).toList();
        for (long memtables :
                HeldOut.sizes(
                        split.calibration(), compared, split.objective().largestBytes(), grid)) {
            Budget budget = layout.budget(memtables);
            divisions.add(new Division(budget.memtableBytes() / Budget.MIB + "MiB", budget));
        }
        return divisions;
    }

    /** Adds the control, unless the budget is too small for the calibrated rest of the heap. */
    private static void addControl(Layout layout, long memtableBytes, List<Division> divisions) {
        try {
            Budget control = layout.budget(memtableBytes);
            if (divisions.stream().noneMatch(each -> each.budget().equals(control)))
                divisions.add(new Division(Division.CONTROL, control));
        } catch (BudgetException e) {
            // The control is optional.
        }
    }
}
