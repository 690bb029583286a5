// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * One start after a crash.
 *
 * @param round its round, from 1
 * @param mode the mode
 * @param rows rows acknowledged before the crash, and found after it
 * @param logBytes size of the log of them, as reported by the node
 * @param mutations mutations replayed, as reported by the node: the rows, and changes of system
 *     tables that were in no SSTable
 * @param replaySeconds from the opening of all tables until the log was flushed and its space freed
 * @param startSeconds from the start of the process until it answered clients
 * @param peakResidentBytes peak memory of the process until then
 * @param isLogCold whether the log was dropped from the page cache before
 * @param otherCpuShare the share of all processors used by other processes
 */
public record ReplayMeasurement(
        int round,
        Mode mode,
        long rows,
        long logBytes,
        long mutations,
        double replaySeconds,
        double startSeconds,
        long peakResidentBytes,
        boolean isLogCold,
        double otherCpuShare) {}
