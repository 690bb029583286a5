// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import org.jspecify.annotations.Nullable;

/**
 * Average cost of an operation, by the kernel's counters.
 *
 * @param cpuMicros processor time of the node
 * @param clientCpuMicros processor time of this process
 * @param contextSwitches context switches of the node's threads
 * @param clientContextSwitches context switches of this process's threads
 * @param writtenBytes bytes that the node wrote to storage, SSTables included
 * @param device the cost to the device that holds the log; null if it has no counters
 * @param otherCpuShare the share of all processors used by other processes: a busy machine
 */
public record Cost(
        double cpuMicros,
        double clientCpuMicros,
        double contextSwitches,
        double clientContextSwitches,
        double writtenBytes,
        @Nullable DeviceCost device,
        double otherCpuShare) {}
