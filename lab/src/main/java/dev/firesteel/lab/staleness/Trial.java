// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.staleness;

/**
 * A write and the read after it, as the client saw them.
 *
 * @param delayMillis how long after the end of the write the read was to begin
 * @param actualMillis and did
 * @param isFresh whether it knew of the write
 * @param writeMillis how long the write took
 * @param readMillis how long the read took
 * @param isTraced whether both were traced, which costs them time
 */
record Trial(
        double delayMillis,
        double actualMillis,
        boolean isFresh,
        double writeMillis,
        double readMillis,
        boolean isTraced) {}
