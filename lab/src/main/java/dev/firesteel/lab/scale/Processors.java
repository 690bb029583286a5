// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.scale;

/**
 * What a node of {@link ClusterSimulation} has.
 *
 * @param atOnce how many it can use at once, more than 0; less than one is a slow one
 * @param speed of each, over that of where the demand was measured
 * @param periodMicros after how long it may use its budget anew, in microseconds; infinite if there
 *     is no limit
 * @param budgetMicros how much of them it may use in a period, all together, in microseconds;
 *     infinite if there is no limit
 */
record Processors(double atOnce, double speed, double periodMicros, double budgetMicros) {
    /** As many as it has, all the time. */
    static Processors whole(double cores, double speed) {
        return new Processors(cores, speed, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /**
     * A share, as the kernel's bandwidth control deals it out: a node may use all processors of the
     * machine at full speed, until it has used its share of the period.
     *
     * @param cores the share, in processors
     * @param machine how many processors there are
     * @param periodMicros the kernel's period
     */
    static Processors share(double cores, double machine, double periodMicros) {
        return new Processors(machine, 1, periodMicros, cores * periodMicros);
    }
}
