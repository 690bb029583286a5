// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.Properties;

/** YCSB's published workloads A to F: their operations, shares and key distributions. */
public enum CoreMix {
    /** Update heavy: a session store. */
    A(0.5, 0.5, 0, 0, 0, "zipfian"),
    /** Read mostly: tags on photographs. */
    B(0.95, 0.05, 0, 0, 0, "zipfian"),
    /** Read only: a cache of profiles. */
    C(1, 0, 0, 0, 0, "zipfian"),
    /** Read latest: status messages. */
    D(0.95, 0, 0.05, 0, 0, "latest"),
    /** Short ranges: threaded conversations. */
    E(0, 0, 0.05, 0.95, 0, "zipfian"),
    /** Read, change, write back: a store of user records. */
    F(0.5, 0, 0, 0, 0.5, "zipfian"),
    /** Updates of existing rows and nothing else. Not YCSB's, but its generator's. */
    UPDATE(0, 1, 0, 0, 0, "uniform");

    private final double read;
    private final double update;
    private final double insert;
    private final double scan;
    private final double readModifyWrite;
    private final String distribution;

    CoreMix(
            double read,
            double update,
            double insert,
            double scan,
            double readModifyWrite,
            String distribution) {
        this.read = read;
        this.update = update;
        this.insert = insert;
        this.scan = scan;
        this.readModifyWrite = readModifyWrite;
        this.distribution = distribution;
    }

    /**
     * Returns properties for {@link YcsbRun}, which may be changed.
     *
     * @param records the number of rows that are, or will be, loaded
     * @param operations the number of operations to run
     */
    public Properties properties(long records, long operations) {
        Properties properties = new Properties();
        properties.setProperty("recordcount", Long.toString(records));
        properties.setProperty("operationcount", Long.toString(operations));
        properties.setProperty("readallfields", "true");
        properties.setProperty("readproportion", Double.toString(read));
        properties.setProperty("updateproportion", Double.toString(update));
        properties.setProperty("insertproportion", Double.toString(insert));
        properties.setProperty("scanproportion", Double.toString(scan));
        properties.setProperty("readmodifywriteproportion", Double.toString(readModifyWrite));
        properties.setProperty("requestdistribution", distribution);
        properties.setProperty("maxscanlength", "100");
        properties.setProperty("scanlengthdistribution", "uniform");
        return properties;
    }
}
