// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import dev.firesteel.lab.Progress;
import dev.firesteel.lab.ycsb.UserTable;
import dev.firesteel.lab.ycsb.YcsbResult;
import dev.firesteel.lab.ycsb.YcsbRun;
import java.util.Properties;
import java.util.function.LongSupplier;

/** Inserts rows that a measurement begins with: every one of them, or there is no measurement. */
public final class RowLoader {
    private static final int CLIENTS = 64;

    /** A node that is busy with something else for some seconds loses no rows by it. */
    private static final int RETRIES = 5;

    private RowLoader() {}

    /**
     * Returns once all rows are acknowledged. What was not acknowledged is sent again, some times.
     *
     * @param properties how many there are, and how large
     * @param nanos a clock in nanoseconds, of any origin
     * @throws BenchException if a row was not
     */
    public static void load(
            UserTable table, Properties properties, LongSupplier nanos, Progress progress)
            throws BenchException, InterruptedException {
        long rows = Long.parseLong(properties.getProperty("recordcount"));
        YcsbResult result =
                new YcsbRun(table, properties, CLIENTS, nanos)
                        .retryingInserts(RETRIES)
                        .load(YcsbRun.NO_LIMIT, progress);
        if (result.operations() < rows)
            throw new BenchException(
                    "%d of %d rows were not loaded: %s"
                            .formatted(rows - result.operations(), rows, result.firstError()));
    }
}
