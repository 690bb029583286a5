// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import java.io.IOException;
import java.util.List;
import java.util.Properties;
import site.ycsb.Utils;

/** Checks before a run that its rows were loaded: otherwise its reads fail. */
public final class LoadedRows {
    /** The number of rows that are looked for. */
    private static final int SAMPLES = 20;

    private LoadedRows() {}

    /**
     * Looks for some of the rows, evenly spaced. Some may have been deleted by an earlier run.
     *
     * @param properties YCSB's, of the run
     * @throws IOException if the table is missing, or most of these rows are
     */
    public static void require(UserTable table, Properties properties) throws IOException {
        table.requireThere();
        long first = Long.parseLong(properties.getProperty("insertstart", "0"));
        long rows = Long.parseLong(properties.getProperty("recordcount"));
        int missing = 0;
        for (int i = 1; i <= SAMPLES; i++) {
            String key = key(first + Math.max(1, rows * i / SAMPLES) - 1, properties);
            ResultSet found = table.read(UserTable.TABLE, key, List.of(UserTable.KEY));
            if (found.one() == null) missing++;
        }
        if (2 * missing > SAMPLES)
            throw new IOException(
                    ("%d of %d rows that were looked for are missing: the table has not the rows"
                                    + " %d to %d.%nGive the number that 'firesteel lab load' had,"
                                    + " or load that many")
                            .formatted(missing, SAMPLES, first, first + rows - 1));
    }

    /** Returns the key of a row, as the workload builds it. */
    static String key(long row, Properties properties) {
        boolean isHashed = properties.getProperty("insertorder", "hashed").equals("hashed");
        String digits = Long.toString(isHashed ? Utils.hash(row) : row);
        int width = Integer.parseInt(properties.getProperty("zeropadding", "1"));
        return "user" + "0".repeat(Math.max(0, width - digits.length())) + digits;
    }
}
