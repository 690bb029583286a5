// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * What a node has said of its replay.
 *
 * @param seconds how long it took
 * @param mutations changes to tables that were in no SSTable
 */
record ReplayTimes(double seconds, long mutations) {}
