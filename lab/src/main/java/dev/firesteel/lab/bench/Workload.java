// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.firesteel.lab.ycsb.CoreMix;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The clients' operations.
 *
 * @param name {@code write}: inserts of new rows; {@code a} to {@code f}: YCSB's workloads; {@code
 *     5/95} and the like: reads and updates in percent, of rows chosen as workload A does
 */
public record Workload(@JsonValue String name) {
    private static final String WRITE = "write";
    private static final Pattern SHARES = Pattern.compile("(\\d{1,3})/(\\d{1,3})");
    private static final double PERCENT = 100;

    public Workload {
        name = name.toLowerCase(Locale.ROOT);
        if (!name.equals(WRITE) && mix(name) == null && !isShares(name))
            throw new IllegalArgumentException(
                    "'"
                            + name
                            + "' is not a workload: write, a to f, update, or reads and updates in"
                            + " percent such as 5/95");
    }

    /** Returns whether it only inserts rows into an empty table. */
    public boolean isInserts() {
        return name.equals(WRITE);
    }

    /** Returns whether some of its operations are two: a read and an update of the same row. */
    public boolean hasPairs() {
        return name.equals("f");
    }

    /** Returns whether it inserts rows, alone or beside other operations. */
    public boolean addsRows() {
        return isInserts() || name.equals("d") || name.equals("e");
    }

    /** Returns whether it only reads single rows. */
    public boolean isReadOnly() {
        return Double.parseDouble(properties(1, 1).getProperty("readproportion", "0")) == 1;
    }

    /**
     * Returns YCSB's properties.
     *
     * @param records the number of rows loaded
     * @param operations the number of operations to run
     */
    public Properties properties(long records, long operations) {
        CoreMix mix = mix(name);
        Properties properties = (mix == null ? CoreMix.A : mix).properties(records, operations);
        Matcher shares = SHARES.matcher(name);
        if (shares.matches()) {
            properties.setProperty("readproportion", share(shares.group(1)));
            properties.setProperty("updateproportion", share(shares.group(2)));
        }
        return properties;
    }

    private static String share(String percent) {
        return Double.toString(Integer.parseInt(percent) / PERCENT);
    }

    private static boolean isShares(String name) {
        Matcher shares = SHARES.matcher(name);
        return shares.matches()
                && Integer.parseInt(shares.group(1)) + Integer.parseInt(shares.group(2)) == PERCENT;
    }

    private static @Nullable CoreMix mix(String name) {
        for (CoreMix mix : CoreMix.values())
            if (mix.name().toLowerCase(Locale.ROOT).equals(name)) return mix;
        return null;
    }

    @Override
    public String toString() {
        return name;
    }
}
