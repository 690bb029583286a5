// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

/**
 * The processors of a node of {@link ClusterSimulation}.
 *
 * @param atOnce the number that it can use concurrently, above 0; less than one is a slow one
 * @param speed of each, relative to the machine where the demand was measured
 * @param periodMicros the period of its budget, in microseconds; infinite without a limit
 * @param budgetMicros the processor time allowed in a period, of all processors, in microseconds;
 *     infinite without a limit
 */
record Processors(double atOnce, double speed, double periodMicros, double budgetMicros) {
    /** Returns the given number of processors, without a limit. */
    static Processors whole(double cores, double speed) {
        return new Processors(cores, speed, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns a share, as in the kernel's bandwidth control. A node may use all processors of the
     * machine at full speed, until it has used its share of the period.
     *
     * @param cores the share, in processors
     * @param machine the number of processors of the machine
     * @param periodMicros the kernel's period
     */
    static Processors share(double cores, double machine, double periodMicros) {
        return new Processors(machine, 1, periodMicros, cores * periodMicros);
    }
}
