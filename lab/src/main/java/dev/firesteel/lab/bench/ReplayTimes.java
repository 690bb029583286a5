// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * A node's replay, as reported by the node.
 *
 * @param seconds its duration
 * @param mutations changes to tables that were in no SSTable
 */
record ReplayTimes(double seconds, long mutations) {}
