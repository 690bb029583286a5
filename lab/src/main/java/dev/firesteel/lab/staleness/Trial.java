// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/**
 * A write and the read after it, measured at the client.
 *
 * @param delayMillis intended delay between the end of the write and the read
 * @param actualMillis actual delay
 * @param isFresh whether the read returned the write
 * @param writeMillis latency of the write
 * @param readMillis latency of the read
 * @param isTraced whether both were traced, which costs them time
 */
record Trial(
        double delayMillis,
        double actualMillis,
        boolean isFresh,
        double writeMillis,
        double readMillis,
        boolean isTraced) {}
