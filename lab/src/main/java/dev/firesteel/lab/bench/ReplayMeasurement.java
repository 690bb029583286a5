// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.lab.bench;

/**
 * One start after a crash.
 *
 * @param round its round, from 1
 * @param mode the mode
 * @param rows rows that were acknowledged before the crash, and were there after it
 * @param logBytes what the node said its log held of them
 * @param mutations what the node said it replayed: the rows, and what else system tables had in no
 *     SSTable
 * @param replaySeconds from when every table was open until all of the log was in SSTables and its
 *     space free
 * @param startSeconds from the start of the process until it answered clients
 * @param peakResidentBytes the most memory that the process has had until then
 * @param isLogCold whether the log was dropped from the page cache before
 * @param otherCpuShare of all processors, what neither node nor this process have used meanwhile
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
