// SPDX-License-Identifier: Apache-2.0
package dev.firesteel.journal;

/**
 * What a replay saw.
 *
 * @param segments how many segments it read
 * @param records how many intact records
 * @param entries how many entries
 * @param entryBytes the bytes of these entries
 * @param tornRecords how many records were never completed, and so never acknowledged
 * @param damages how many damages were reported
 */
public record ReplaySummary(
        int segments, long records, long entries, long entryBytes, long tornRecords, int damages) {}
