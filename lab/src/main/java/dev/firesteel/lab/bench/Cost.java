// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

import org.jspecify.annotations.Nullable;

/**
 * What an operation costs, on average, by the kernel's counters.
 *
 * @param cpuMicros processor time of the node
 * @param clientCpuMicros processor time of this process
 * @param contextSwitches of the node's threads
 * @param clientContextSwitches of this process's threads
 * @param writtenBytes what the node made the kernel write to storage, SSTables included
 * @param device what it costs the device that holds the log; null if nobody counts that
 * @param otherCpuShare of all processors, what neither node nor client have used: a busy machine
 */
public record Cost(
        double cpuMicros,
        double clientCpuMicros,
        double contextSwitches,
        double clientContextSwitches,
        double writtenBytes,
        @Nullable DeviceCost device,
        double otherCpuShare) {}
