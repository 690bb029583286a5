// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.ycsb;

import java.util.Properties;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/** YCSB's core workload with rows chosen by Zipf's law itself, which YCSB does not offer. */
class ZipfWorkload extends CoreWorkload {
    /** The name of the distribution among YCSB's. */
    static final String DISTRIBUTION = "true-zipfian";

    /** Returns whether the properties select it. */
    static boolean isWanted(Properties properties) {
        return DISTRIBUTION.equals(properties.getProperty(REQUEST_DISTRIBUTION_PROPERTY));
    }

    @Override
    public void init(Properties properties) throws WorkloadException {
        Properties known = new Properties();
        known.putAll(properties);
        known.setProperty(REQUEST_DISTRIBUTION_PROPERTY, "uniform");
        super.init(known);
        keychooser = new ZipfKeys(Math.toIntExact(recordcount)); // YCSB has read it as an int
    }
}
